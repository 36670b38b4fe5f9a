import { Command, CommanderError, Option } from 'commander';
import type { Engine } from '../../core/protocol/engine';
import type { Cancel, Report } from '../../core/lib/cancel';

/** What a verb gets to work with. */
export interface Door {
  /**
   * Opens the store on first use. `create`: make one when there is none; `passing`: one that is gone when the verb has
   * ended, for verbs that write nothing.
   */
  engine(options?: { create?: boolean | 'passing' }): Promise<Engine>;
  readonly json: boolean;
  readonly cancel: Cancel;
  readonly report: Report;
  /** The verb's one answer: its result as JSON, or the lines for people. */
  answer<T>(result: T, lines: (result: T) => readonly string[]): void;
  /** One of many answers as a line of JSON. Waits for a slow reader; false when nobody reads any more. */
  row(value: unknown): Promise<boolean>;
  /** Standard output, one line for people, or with --json one that is JSON already. */
  print(line: string): void;
  /** Standard error, one line. */
  note(line: string): void;
  /** Nobody reads standard output any more: what is only shown need not be made. */
  readonly unread: boolean;
  /** Columns of the terminal; undefined when there is none. */
  readonly columns: number | undefined;
  /** The reader of `-`. */
  readonly stdin: NodeJS.ReadableStream;
  /** Makes the process end with this code although nothing failed (lint errors). */
  exitCode(code: number): void;
}

export type RegisterVerb = (program: Command, door: () => Door) => void;

export interface GlobalOptions {
  readonly store?: string;
  readonly reviewer?: string;
  readonly json?: boolean;
}

/** The command with its global options; verbs are added by the caller's list. `complain` gets what commander finds wrong. */
export function makeProgram(version: string, complain: (text: string) => void): Command {
  return new Command('loop')
    .description('Turn what a model did into what it learns next: record, judge, curate, export.')
    .version(version)
    .addOption(new Option('--store <dir>', 'store folder; default: $LOOP_STORE, else the nearest .loop upwards, else ./.loop'))
    .addOption(new Option('--reviewer <name>', 'who is judging; default: git user.email, else the user of this computer'))
    .addOption(new Option('--json', 'print exactly one JSON value; list, record and samples: one a line'))
    .exitOverride()
    .configureOutput({ outputError: complain })
    .configureHelp({ showGlobalOptions: true })
    .enablePositionalOptions(false)
    .addHelpText(
      'after',
      `
Examples:
  $ loop import logs/ --source support-agent
  $ loop list --state unreviewed --limit 20
  $ loop correct TRACE --text "Refunds take five working days." --reason "invented a policy"
  $ loop build --name billing --method dpo --label billing --holdout 20
  $ loop export billing --target trl --out data/billing

Exit codes: 0 done, 1 a problem (or lint errors), 2 wrong usage, 130 interrupted with nothing half-done.
loop VERB --help tells more of a verb.`,
    );
}

/** Adds examples of its use to a verb's help, one a line, written without `loop`. */
export function examples(command: Command, ...lines: readonly string[]): Command {
  const title = lines.length === 1 ? 'Example' : 'Examples';
  return command.addHelpText('after', `\n${title}:\n${lines.map((line) => `  $ loop ${line}`).join('\n')}`);
}

/** Adds one more value to a repeatable option. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export { CommanderError };
