import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { monotonicFactory } from 'ulid';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter, type MessageConnection } from 'vscode-jsonrpc/node';
import type { Cancel } from '../../core/lib/cancel';
import { actIds } from '../../core/log/act-ids';
import type { Engine } from '../../core/protocol/engine';
import { remoteEngine } from '../../core/protocol/remote';
import { statusMessage, wire } from '../../core/protocol/wire';
import { storeChannel, type Line } from '../../extension/engine/channel';
import { channelOf } from '../../server/doors/channel';

type State = ReturnType<typeof statusMessage.parse>['state'];

interface Running {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly ready: Promise<unknown>;
}

/**
 * An editor window without its screens: the language server in a process of its own over IPC, started again when it is
 * gone, and the engine over it as the extension has it. `server` is the server's program.
 */
export class Window implements Line {
  readonly engine: Engine;
  /** What its server was to the store last. */
  state: State | undefined;
  private running: Running | undefined;
  private readonly fresh = new Set<() => void>();
  private readonly notified: { method: string; listener: (params: unknown) => void }[] = [];
  private closing = false;

  constructor(
    private readonly server: string,
    private readonly folder: string,
    reviewer: string,
  ) {
    this.onNotification(wire.status, (params) => (this.state = statusMessage.parse(params).state));
    const open = () => Promise.resolve({ store: path.join(folder, '.loop'), reviewer, folders: [folder] });
    this.engine = remoteEngine(storeChannel(this, open), actIds(monotonicFactory()), () => reviewer);
  }

  get owns(): boolean {
    return this.state === 'open';
  }

  async request(method: string, params: unknown, cancel: Cancel): Promise<unknown> {
    if (this.closing) throw new Error('the window is closed');
    const { connection, ready } = (this.running ??= this.start());
    await ready;
    return channelOf(connection).request(method, params, cancel);
  }

  onNotification(method: string, listener: (params: unknown) => void): { dispose(): void } {
    this.notified.push({ method, listener });
    this.running?.connection.onNotification(method, listener);
    return { dispose: () => undefined };
  }

  onFresh(listener: () => void): { dispose(): void } {
    this.fresh.add(listener);
    return { dispose: () => void this.fresh.delete(listener) };
  }

  /** Kills the server; the next call starts another one. */
  async kill(): Promise<void> {
    if (!this.running) return;
    const ended = once(this.running.process, 'exit');
    this.running.process.kill('SIGKILL');
    await ended;
  }

  /** Kills it for good. */
  async end(): Promise<void> {
    this.closing = true;
    await this.kill();
  }

  /** As an editor ends its server. */
  async close(): Promise<void> {
    this.closing = true;
    if (!this.running) return;
    const { process: child, connection } = this.running;
    const ended = once(child, 'exit');
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
  }

  private start(): Running {
    const child = spawn(process.execPath, [this.server, '--node-ipc', `--clientProcessId=${process.pid}`], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    child.once('exit', () => {
      this.running = undefined;
      this.state = undefined;
      connection.dispose();
      if (!this.closing) for (const listener of this.fresh) listener();
    });
    connection.onError(() => undefined);
    connection.onUnhandledNotification(() => undefined);
    for (const { method, listener } of this.notified) connection.onNotification(method, listener);
    connection.listen();
    const rootUri = pathToFileURL(this.folder).href;
    const ready = connection
      .sendRequest('initialize', { processId: process.pid, rootUri, capabilities: {} })
      .then(() => connection.sendNotification('initialized', {}));
    return { process: child, connection, ready };
  }
}
