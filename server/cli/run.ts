import type { Command } from 'commander';
import type { Engine } from '../../core/protocol/engine';
import { Problem } from '../../core/lib/problem';
import { Output } from './output';
import { progressLine } from './progress';
import { CommanderError, type Door, type GlobalOptions, makeProgram } from './program';
import { hasSelection, reviewedBy } from './selection';
import { withShortIds } from './short-ids';
import { openFor } from './store';
import { jsonText, plain } from './text';
import { verbs } from './verbs';

const interrupted = 130;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs one command line and answers with the exit code: 0 done, 1 a Problem, 2 wrong usage, 130 interrupted. */
export async function run(args: readonly string[]): Promise<number> {
  const session = new Session();
  const program = makeProgram(process.env['LOOP_VERSION'] ?? '0.0.0', session.complain);
  for (const register of verbs) register(program, () => session.door(program.opts()));
  for (const signal of signals) process.on(signal, session.interrupt);
  const json = () => program.opts<GlobalOptions>().json ?? args.includes('--json');
  try {
    await program.parseAsync(filterByReviewer(program, args), { from: 'user' });
  } catch (error) {
    session.failed(error, json(), verbOf(program, args));
  }
  try {
    await session.close();
  } catch (error) {
    session.failed(error, json(), undefined);
  } finally {
    for (const signal of signals) process.off(signal, session.interrupt);
  }
  return session.code;
}

/**
 * Before a verb `--reviewer` says who is judging, and so it does after one; but where a verb chooses conversations, it
 * chooses those that somebody judged.
 */
function filterByReviewer(program: Command, args: readonly string[]): string[] {
  const isVerb = (arg: string) => program.commands.some((command) => command.name() === arg);
  const at = args.findIndex((arg, n) => isVerb(arg) && !/^--(?:store|reviewer)$/.test(args[n - 1] ?? ''));
  const chooses = program.commands.some((command) => command.name() === args[at] && hasSelection(command));
  return args.map((arg, n) => (chooses && n > at ? arg.replace(/^--reviewer(?==|$)/, reviewedBy) : arg));
}

/** The verb that a command line names, as far as there is such a one. */
function verbOf(program: Command, args: readonly string[]): string | undefined {
  return args.find((arg) => program.commands.some((command) => command.name() === arg));
}

/** One command line's life: its engine, its output, its end. */
class Session {
  code = 0;
  private opened: Promise<Engine> | undefined;
  private complaint = '';
  private readonly cancel = { aborted: false };
  private readonly progress = progressLine(process.stderr);
  private readonly out = new Output(process.stdout);

  door(options: GlobalOptions): Door {
    const json = options.json ?? false;
    const print = (line: string) => this.out.write(json ? line : plain(line));
    const isUnread = () => this.out.closed;
    return {
      engine: ({ create = false } = {}) => (this.opened ??= this.open(options, create)),
      json,
      cancel: this.cancel,
      report: this.progress.show,
      answer: (result, lines) => {
        this.progress.clear();
        if (json) print(jsonText(result));
        else for (const line of lines(result)) print(line);
      },
      row: (value) => this.out.row(jsonText(value)),
      print,
      note: this.note,
      get unread() {
        return isUnread();
      },
      columns: process.stdout.isTTY ? process.stdout.columns : undefined,
      get stdin() {
        return process.stdin;
      },
      exitCode: (code) => (this.code = code),
    };
  }

  /** Rows may follow on the same terminal, so nothing is left of a line that was shown meanwhile. */
  private open(options: GlobalOptions, create: boolean | 'passing'): Promise<Engine> {
    const opening = openFor(options, create, this.note, this.progress.showRebuilding);
    return opening.finally(this.progress.clear).then(withShortIds);
  }

  /** The first asks whatever is under way to end well; the second ends it. */
  readonly interrupt = (): void => {
    if (this.cancel.aborted) process.exit(interrupted);
    this.cancel.aborted = true;
  };

  /** What commander finds wrong comes before the error that it throws. */
  readonly complain = (text: string): void => {
    this.complaint += text;
  };

  failed(error: unknown, json: boolean, verb: string | undefined): void {
    this.progress.clear();
    if (error instanceof CommanderError) this.misused(error, json, verb);
    else if (error instanceof Problem) this.told(error, json);
    else {
      this.code = 1;
      process.stderr.write(
        `loop: This should not have happened. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    }
  }

  async close(): Promise<void> {
    this.progress.clear();
    const engine = await this.opened?.catch(() => undefined);
    await engine?.close();
    await this.out.finished();
  }

  private readonly note = (line: string): void => {
    this.progress.clear();
    process.stderr.write(`${plain(line)}\n`);
  };

  private told(problem: Problem, json: boolean): void {
    if (json) this.out.write(jsonText({ problem: { code: problem.code, message: problem.message } }));
    else this.note(`loop: ${problem.message}`);
    this.code = problem.code === 'cancelled' ? interrupted : problem.code === 'usage' ? 2 : 1;
  }

  private misused(error: CommanderError, json: boolean, verb: string | undefined): void {
    if (error.exitCode === 0) return;
    this.code = 2;
    // Help that was not asked for stands in place of a complaint.
    const text = this.complaint.trim() || 'error: Name a verb.';
    const sentence = text.replace(/^error: /, '').replace(/\n\(/, ' (');
    if (json) this.out.write(jsonText({ problem: { code: 'usage', message: sentence } }));
    else if (this.complaint) this.note(`loop: ${sentence}\nloop ${verb ? `${verb} ` : ''}--help says how it is meant.`);
  }
}
