import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { Engine } from '../../core/protocol/engine';
import { Problem } from '../../core/lib/problem';
import { openEngine } from '../engine/open';
import { progressLine } from './progress';
import { CommanderError, type Door, type GlobalOptions, makeProgram } from './program';
import { verbs } from './verbs';

const interrupted = 130;

/** Runs one command line and answers with the exit code: 0 done, 1 a Problem, 2 wrong usage, 130 interrupted. */
export async function run(args: readonly string[]): Promise<number> {
  const session = new Session();
  const program = makeProgram(process.env['LOOP_VERSION'] ?? '0.0.0');
  for (const register of verbs) register(program, () => session.door(program.opts()));
  const stop = () => session.interrupt();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  process.stdout.on('error', ignoreClosedPipe);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return session.code;
  } catch (error) {
    return session.failed(error, args.includes('--json'));
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await session.close();
  }
}

/** `loop list | head -1`: the reader has what it wanted. What the verb does to the store goes on to its end. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** One command line's life: its engine, its output, its end. */
class Session {
  code = 0;
  private opened: Promise<Engine> | undefined;
  private passing: string | undefined;
  private readonly cancel = { aborted: false };
  private readonly progress = progressLine(process.stderr);

  door(options: GlobalOptions): Door {
    return {
      engine: ({ create = false } = {}) => (this.opened ??= this.open(options, create)),
      json: options.json ?? false,
      cancel: this.cancel,
      report: this.progress.show,
      print: (line) => void process.stdout.write(`${line}\n`),
      note: (line) => {
        this.progress.clear();
        process.stderr.write(`${line}\n`);
      },
      stdin: process.stdin,
      exitCode: (code) => (this.code = code),
    };
  }

  interrupt(): void {
    if (this.cancel.aborted) process.exit(interrupted);
    this.cancel.aborted = true;
  }

  failed(error: unknown, json: boolean): number {
    this.progress.clear();
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof Problem)) throw error;
    if (json) process.stdout.write(`${JSON.stringify({ problem: { code: error.code, message: error.message } })}\n`);
    else process.stderr.write(`loop: ${error.message}\n`);
    if (error.code === 'cancelled') return interrupted;
    return error.code === 'usage' ? 2 : 1;
  }

  async close(): Promise<void> {
    this.progress.clear();
    const engine = await this.opened?.catch(() => undefined);
    await engine?.close();
    if (this.passing !== undefined) rmSync(this.passing, { recursive: true, force: true });
  }

  private async open(options: GlobalOptions, create: boolean | 'passing'): Promise<Engine> {
    const found = findStore(options.store, process.cwd());
    const store = create === 'passing' && !isStore(found) ? this.passingStore() : found;
    if (statSync(store, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new Problem('usage', { reason: `The store ${store} is a file. Name a folder with --store.` });
    if (!create && !isStore(store)) throw new Problem('store_not_found', { path: store });
    return openEngine({
      store,
      reviewer: options.reviewer ?? whoAmI(),
      onStatus: (state, detail) => {
        if (state !== 'expired') return;
        process.stderr.write(`${detail ?? 'Some'} conversations reached the end of their retention and were deleted.\n`);
      },
    });
  }

  /** A store of its own for a verb that only looks; it is removed when the verb has ended. */
  private passingStore(): string {
    this.passing = mkdtempSync(path.join(tmpdir(), 'loop-'));
    return path.join(this.passing, '.loop');
  }
}

function isStore(folder: string): boolean {
  return existsSync(path.join(folder, 'store.json'));
}

/** `--store`, else $LOOP_STORE, else the nearest `.loop` upwards, else `./.loop`. */
export function findStore(given: string | undefined, from: string): string {
  const named = given ?? process.env['LOOP_STORE'];
  if (named) return path.resolve(from, named);
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, '.loop');
    if (existsSync(candidate) && statSync(candidate).isDirectory()) return candidate;
    if (path.dirname(folder) === folder) return path.join(path.resolve(from), '.loop');
  }
}

/** git's user.email, else the name of the user of this computer. */
export function whoAmI(): string {
  try {
    const email = execFileSync('git', ['config', 'user.email'], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (email.trim()) return email.trim();
  } catch {
    // No git here, or no name in it: the user of this computer it is.
  }
  return userInfo().username;
}
