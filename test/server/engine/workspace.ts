import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operations, type Method, type Params, type Result } from '../../../core/protocol/operations';
import type { Call, Engine } from '../../../core/protocol/engine';
import { openEngine, type OpenOptions } from '../../../server/engine/open';

/** A workspace folder with an engine on its store; everything is gone after `dispose`. */
export interface Workspace {
  readonly folder: string;
  readonly store: string;
  readonly engine: Engine;
  /** Calls an operation and checks that its result is what the operation table says. */
  call<M extends Method>(method: M, params: Params<M>, call?: Partial<Call>): Promise<Result<M>>;
  /** Writes a file of the workspace and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Closes the engine and opens it again. */
  reopen(): Promise<void>;
  dispose(): Promise<void>;
}

export async function makeWorkspace(options: Partial<OpenOptions> = {}): Promise<Workspace> {
  const folder = mkdtempSync(path.join(tmpdir(), 'loop-ws-'));
  const store = path.join(folder, '.loop');
  const open = () => openEngine({ store, reviewer: 'ana', ...options });
  let engine = await open();
  return {
    folder,
    store,
    get engine() {
      return engine;
    },
    async call(method, params, call) {
      const result = await engine.call(method, params, call);
      operations[method].result.parse(result);
      return result;
    },
    write(name, content) {
      const file = path.join(folder, name);
      writeFileSync(file, content);
      return file;
    },
    async reopen() {
      await engine.close();
      engine = await open();
    },
    async dispose() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A chat row with one question and one answer. */
export function chat(id: string, question: string, answer: string, more: object = {}): string {
  return JSON.stringify({
    request_id: id,
    model: 'm-1',
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
    ...more,
  });
}

/** Imports rows and gives the ids of their traces in the order of the rows. */
export async function importRows(workspace: Workspace, rows: readonly string[], source = 'agent'): Promise<string[]> {
  const file = workspace.write(`${source}.jsonl`, `${rows.join('\n')}\n`);
  const result = await workspace.call('import.run', { paths: [file], source });
  return result.trace_ids;
}
