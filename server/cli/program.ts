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
  /** Standard output, one line. */
  print(line: string): void;
  /** Standard error, one line. */
  note(line: string): void;
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

/** The command with its global options; verbs are added by the caller's list. */
export function makeProgram(version: string): Command {
  return new Command('loop')
    .description('Turn what a model did into what it learns next: record, judge, curate, export.')
    .version(version)
    .addOption(new Option('--store <dir>', 'store folder; default: $LOOP_STORE, else the nearest .loop upwards, else ./.loop'))
    .addOption(new Option('--reviewer <name>', 'who is judging; default: git user.email, else the user of this computer'))
    .addOption(new Option('--json', 'print exactly one JSON value'))
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .showHelpAfterError('(loop --help lists the verbs)')
    .enablePositionalOptions(false);
}

/** Adds one more value to a repeatable option. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export { CommanderError };
