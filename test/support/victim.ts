import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';
import type { DeedKind, Doing, Said, Seat } from './engine-child';

/** What a process can be in the middle of; `saving`: the index file; `take-over`: it was attached, and its owner is gone. */
export type Work = DeedKind | 'saving' | 'take-over';

/** What an `engine-child` process said it does, until it is killed. */
export class Victim {
  readonly said = new Map<number, Doing>();
  private readonly process: ChildProcess;
  private readonly exited: Promise<unknown>;
  private readonly since = new Map<Work, number>();
  private readonly listeners = new Set<() => void>();
  private state: 'opening' | 'open' | 'attached' | undefined;
  private isDead = false;

  /** `spent`: told how long each piece of work took, in milliseconds. */
  constructor(
    file: string,
    readonly seat: Seat & { readonly place: number },
    private readonly spent: (work: Work, ms: number) => void,
  ) {
    this.process = spawn(process.execPath, [file, JSON.stringify(seat)], { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout, stdin } = this.process;
    assert.ok(stdout && stdin);
    stdin.on('error', () => undefined);
    const lines = readline.createInterface({ input: stdout }).on('line', (line) => this.hear(JSON.parse(line) as Said));
    this.exited = Promise.all([once(this.process, 'exit'), once(lines, 'close')]).then(() => this.told());
  }

  get owns(): boolean {
    return this.state === 'open';
  }

  get isSettled(): boolean {
    return this.state === 'open' || this.state === 'attached';
  }

  /** What it is in the middle of. */
  get works(): readonly Work[] {
    return [...this.since.keys()];
  }

  /** How many of its deeds have come to an end. */
  get ended(): number {
    return [...this.said.values()].filter(({ what }) => what !== 'begun').length;
  }

  /** Asks for a deed before all others. */
  wish(kind: DeedKind): void {
    this.process.stdin?.write(`${kind}\n`);
  }

  /** Returns when this is so, looked at whenever it says something. It must not end before. */
  async until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (this.hasEnded) reject(new Error(`${this.seat.me} ended by itself`));
        else if (!isSo()) return;
        else resolve();
        this.listeners.delete(look);
      };
      this.listeners.add(look);
    });
  }

  /** Answers with what it was in the middle of, when all it said is heard. */
  async kill(): Promise<readonly Work[]> {
    this.isDead = true;
    this.process.kill('SIGKILL');
    await this.exited;
    return this.works;
  }

  private get hasEnded(): boolean {
    return !this.isDead && (this.process.exitCode !== null || this.process.signalCode !== null);
  }

  private hear(said: Said): void {
    if ('deed' in said) {
      this.said.set(said.n, said);
      this.mark(said.deed.kind, said.what === 'begun');
    } else if (said.what === 'saving' || said.what === 'saved') {
      this.mark('saving', said.what === 'saving');
    } else {
      if (said.what !== 'opening' || this.state === 'attached') this.mark('take-over', said.what === 'opening');
      this.state = said.what;
    }
    this.told();
  }

  private mark(work: Work, isUnderWay: boolean): void {
    const since = this.since.get(work);
    this.since.delete(work);
    if (isUnderWay) this.since.set(work, performance.now());
    else if (since !== undefined) this.spent(work, performance.now() - since);
  }

  private told(): void {
    for (const listener of [...this.listeners]) listener();
  }
}
