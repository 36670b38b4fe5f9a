import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import readline from 'node:readline';

/** A running test program and the lines it said so far. */
export class Child {
  readonly said: string[] = [];
  readonly exited: Promise<unknown>;
  private readonly process: ChildProcess;
  private readonly lines: AsyncIterator<string>;

  constructor(file: string, args: readonly string[]) {
    this.process = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = once(this.process, 'exit');
    const { stdout } = this.process;
    assert.ok(stdout);
    this.lines = readline.createInterface({ input: stdout })[Symbol.asyncIterator]();
  }

  /** The next line; undefined when there is none any more. */
  async next(): Promise<string | undefined> {
    const result = await this.lines.next();
    if (result.done) return undefined;
    this.said.push(result.value);
    return result.value;
  }

  /** Everything it says until it ends. */
  async rest(): Promise<void> {
    while ((await this.next()) !== undefined);
    await this.exited;
  }

  write(line: string): void {
    this.process.stdin?.write(`${line}\n`);
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.process.kill(signal);
    if (signal === 'SIGKILL') await this.exited;
  }

  async letGo(): Promise<void> {
    this.process.stdin?.end();
    await this.exited;
  }
}
