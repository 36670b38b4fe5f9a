import assert from 'node:assert/strict';
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { after, afterEach, before, beforeEach } from 'mocha';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string;
  /** Folder to run in, relative to the workspace. */
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

/** The command line as users run it, in a workspace of its own for each test. */
export interface CommandLine {
  readonly folder: string;
  /** The bundled program, for those that start it another way. */
  readonly program: string;
  readonly start: (args: readonly string[], options?: RunOptions) => ChildProcessWithoutNullStreams;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  readonly loop: (...args: readonly string[]) => Promise<Ran>;
  /** The one JSON value of a verb that must end well. */
  readonly json: <T>(...args: readonly string[]) => Promise<T>;
  /** The values of a verb that prints JSON lines. */
  readonly rows: <T>(...args: readonly string[]) => Promise<T[]>;
  /** The code of the problem that a verb must end with, as JSON says it. */
  readonly problem: (...args: readonly string[]) => Promise<string>;
  readonly write: (name: string, content: string | Uint8Array) => string;
}

export const sample = path.resolve('extension/sample/support-agent.jsonl');

/** Makes the program once and a workspace for each test of the `describe` that it is called in. */
export function useCommandLine(): CommandLine {
  let programs = '';
  let folder = '';
  before(async () => {
    programs = mkdtempSync(path.join(tmpdir(), 'loop-cli-'));
    const node: BuildOptions = {
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
      logLevel: 'error',
    };
    await build({ ...node, entryPoints: ['server/cli/start.ts'], outfile: path.join(programs, 'loop.js') });
    await build({ ...node, entryPoints: ['server/cli/main.ts'], outfile: path.join(programs, 'cli.js') });
    await build({ ...node, entryPoints: ['server/import/converter.ts'], outfile: path.join(programs, 'converter.js') });
  });
  after(() => rmSync(programs, { recursive: true, force: true }));
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'loop-ws-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (args: readonly string[], { cwd = '', env = {} }: RunOptions = {}) =>
    spawn(process.execPath, [path.join(programs, 'loop.js'), '--reviewer', 'ana', ...args], {
      cwd: path.join(folder, cwd),
      // Compiled code is kept from process to process, as users have it, but not among theirs.
      env: { ...process.env, XDG_CACHE_HOME: path.join(programs, 'cache'), ...env },
    });
  const run = (args: readonly string[], options: RunOptions = {}): Promise<Ran> => {
    const child = start(args, options);
    const ended = endOf(child);
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
    return ended;
  };
  const lines = async (args: readonly string[]) => {
    const { code, out, err } = await run(['--json', ...args]);
    assert.equal(code, 0, err + out);
    return out.split('\n').filter((line) => line !== '');
  };
  return {
    get folder() {
      return folder;
    },
    get program() {
      return path.join(programs, 'loop.js');
    },
    start,
    run,
    loop: (...args) => run(args),
    async json<T>(...args: readonly string[]) {
      const printed = await lines(args);
      assert.equal(printed.length, 1, `one JSON value of ${args.join(' ')}`);
      return JSON.parse(printed[0] ?? '') as T;
    },
    rows: async <T>(...args: readonly string[]) => (await lines(args)).map((line) => JSON.parse(line) as T),
    async problem(...args) {
      const { code, out } = await run(['--json', ...args]);
      const { problem } = JSON.parse(out) as { problem: { code: string; message: string } };
      assert.equal(code, problem.code === 'usage' ? 2 : 1);
      return problem.code;
    },
    write(name, content) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}

/** Everything a process printed, and how it ended. */
export function endOf(child: ChildProcess): Promise<Ran> {
  return new Promise((resolve, reject) => {
    let [out, err] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
