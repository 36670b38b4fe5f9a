import { type Command, InvalidArgumentError, Option } from 'commander';
import { sinceTime } from '../../core/slice/dates';
import { parseSlice } from '../../core/slice/parse';
import { hasKinds, selection as selectionSchema, states, type Selection } from '../../core/slice/schema';
import { mergeSelections } from '../../core/slice/canonical';
import { Problem } from '../../core/lib/problem';
import { pairs, positive, someOf, whole } from './flags';
import { collect } from './program';

type Reader = (value: string, before?: string[]) => string[];

/** Flags that each stand for one key of a slice, in the order the help shows them. */
const keyFlags: readonly (readonly [key: string, value: string, what: string, read: Reader])[] = [
  ['label', 'L', 'label, reaching the labels under it', someText],
  ['source', 'S', 'source', someText],
  ['model', 'M', 'model', someText],
  ['since', 'D', 'captured on or after this date or time (UTC)', day],
  ['until', 'D', 'captured on or before this date or time (UTC)', day],
  ['state', 'S', states.join(', '), someOf(states)],
  ['has', 'X', hasKinds.join(', '), someOf(hasKinds)],
  ['reviewer', 'R', 'judged by this reviewer', someText],
  ['text', 'T', 'holds this text', someText],
];

/** `--reviewer` of a selection, where the option of that name of all verbs does not take it. */
export const reviewedBy = '--reviewed-by';

const selecting = new WeakSet<Command>();

/** Whether a verb chooses conversations. */
export function hasSelection(command: Command): boolean {
  return selecting.has(command);
}

const heading = 'Which conversations (different flags narrow, a repeated one widens):';

type Flags = Record<string, unknown>;

function someText(value: string, before?: string[]): string[] {
  if (value.trim() === '') throw new InvalidArgumentError('It is empty.');
  return collect(value, before);
}

function day(value: string): string[] {
  try {
    sinceTime(value);
  } catch {
    throw new InvalidArgumentError('Write a date as 2026-09-01 or a time as 2026-09-01T12:00:00Z.');
  }
  return [value];
}

/** Adds the selection flags of the command line to a verb. */
export function withSelection(command: Command): Command {
  const hidden: Option[] = [new Option(`${reviewedBy} <R>`).argParser(someText)];
  selecting.add(command);
  const add = (option: Option) => command.addOption(option.helpGroup(heading));
  for (const [key, value, what, read] of keyFlags) {
    add(new Option(`--${key} <${value}>`, what).argParser(read));
    hidden.push(new Option(`--not-${key} <${value}>`, `not: ${what}`).argParser(read));
  }
  add(new Option('--attribute <k=v>', 'attribute').argParser(collect));
  add(new Option('--unlabelled', 'without any label'));
  hidden.push(new Option('--not-attribute <k=v>', 'not this attribute').argParser(collect));
  hidden.push(new Option('--not-unlabelled', 'with a label'));
  add(new Option('--slice <text>', `all that as text: 'label:billing language=es -state:skipped "twice"'`));
  add(new Option('--sample <n>', 'draw n of them').argParser(positive));
  add(new Option('--seed <n>', 'seed of the draw (1)').argParser(whole));
  add(new Option('--only-unscored', 'without any score'));
  for (const option of hidden) command.addOption(option.hideHelp());
  return command.addHelpText(
    'after',
    '\nThe opposite of each: --not-label L, --not-attribute k=v, --not-state S, --not-unlabelled …',
  );
}

function plain(flags: Flags, prefix: '' | 'not'): Flags {
  const named = (key: string) =>
    !prefix && key === 'reviewer'
      ? flags['reviewedBy']
      : flags[prefix ? `not${key.charAt(0).toUpperCase()}${key.slice(1)}` : key];
  const out: Flags = {};
  for (const [key] of keyFlags) if (named(key) !== undefined) out[key] = unwrap(named(key));
  const attributes = named('attribute') as string[] | undefined;
  if (attributes) out['attributes'] = pairs(attributes);
  if (named('unlabelled')) out['unlabelled'] = true;
  return out;
}

function unwrap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}

/** Whether any of the selection flags was given. */
export function isSelected(flags: Flags): boolean {
  return Object.keys(selectionOf(flags)).length > 0;
}

/** The selection that the flags and `--slice` describe together; a key given in both is taken from the flag. */
export function selectionOf(flags: Flags): Selection {
  const fromText = typeof flags['slice'] === 'string' ? parseSlice(flags['slice']) : {};
  const not = plain(flags, 'not');
  const given = selectionSchema.safeParse({
    ...plain(flags, ''),
    ...(Object.keys(not).length > 0 ? { not } : {}),
    ...(flags['sample'] === undefined ? {} : { sample: flags['sample'] }),
    ...(flags['seed'] === undefined ? {} : { seed: flags['seed'] }),
    ...(flags['onlyUnscored'] === true ? { only_unscored: true } : {}),
  });
  if (given.success) return mergeSelections(fromText, given.data);
  const issue = given.error.issues[0];
  throw new Problem('usage', { reason: `--${String(issue?.path[0] ?? 'slice')}: ${issue?.message ?? 'not understood'}.` });
}
