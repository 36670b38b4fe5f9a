import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseSlice } from '../../core/slice/parse';
import { selection as selectionSchema, type Selection } from '../../core/slice/schema';
import { Problem } from '../../core/lib/problem';
import { collect } from './program';

/** Flags that each stand for one key of a slice, in the order the help shows them. */
const keyFlags = [
  ['label', 'L', 'label, reaching the labels under it'],
  ['source', 'S', 'source'],
  ['model', 'M', 'model'],
  ['since', 'D', 'captured on or after this date or time (UTC)'],
  ['until', 'D', 'captured on or before this date or time (UTC)'],
  ['state', 'S', 'unreviewed, reviewed, disputed or skipped'],
  ['has', 'X', 'up, down, correction, gold, pick, score, candidates, note, tool_calls, redactions, pinned, tainted'],
  ['reviewer', 'R', 'judged by this reviewer'],
  ['text', 'T', 'holds this text'],
] as const;
const single = new Set(['since', 'until']);

type Flags = Record<string, unknown>;

/** Adds the selection flags of the command line to a verb. */
export function withSelection(command: Command): Command {
  for (const [key, value, what] of keyFlags) {
    const repeat = single.has(key) ? (v: string) => [v] : collect;
    command.addOption(new Option(`--${key} <${value}>`, what).argParser(repeat));
    command.addOption(new Option(`--not-${key} <${value}>`, `not: ${what}`).argParser(repeat).hideHelp());
  }
  return command
    .addOption(new Option('--attribute <k=v>', 'attribute').argParser(collect))
    .addOption(new Option('--not-attribute <k=v>', 'not this attribute').argParser(collect).hideHelp())
    .addOption(new Option('--unlabelled', 'without any label'))
    .addOption(new Option('--not-unlabelled', 'with a label').hideHelp())
    .addOption(new Option('--slice <text>', `filter text, such as 'label:billing language=es -state:skipped "twice"'`))
    .addOption(new Option('--sample <n>', 'draw n of them').argParser(whole))
    .addOption(new Option('--seed <n>', 'seed of the draw (1)').argParser(whole))
    .addOption(new Option('--only-unscored', 'without any score'));
}

export function whole(value: string): number {
  if (!/^-?\d+$/.test(value)) throw new InvalidArgumentError('Give a whole number.');
  return Number(value);
}

export function decimal(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('Give a number.');
  return number;
}

/** `k=v` pairs as an object; several values of one key widen. */
export function pairs(texts: readonly string[]): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (const text of texts) {
    const at = text.indexOf('=');
    if (at < 1) throw new Problem('attribute_invalid', { text });
    const key = text.slice(0, at);
    found.set(key, [...(found.get(key) ?? []), text.slice(at + 1)]);
  }
  return Object.fromEntries([...found].map(([key, values]) => [key, values.length === 1 ? (values[0] ?? '') : values]));
}

function plain(flags: Flags, prefix: '' | 'not'): Flags {
  const named = (key: string) => flags[prefix ? `not${key.charAt(0).toUpperCase()}${key.slice(1)}` : key];
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

/** The selection that the flags and `--slice` describe together; a key given in both is taken from the flag. */
export function selectionOf(flags: Flags): Selection {
  const fromText = typeof flags['slice'] === 'string' ? parseSlice(flags['slice']) : {};
  const own = plain(flags, '');
  const not = { ...fromText.not, ...plain(flags, 'not') };
  const all = {
    ...fromText,
    ...own,
    ...(Object.keys(not).length > 0 ? { not } : {}),
    ...(flags['sample'] === undefined ? {} : { sample: flags['sample'] }),
    ...(flags['seed'] === undefined ? {} : { seed: flags['seed'] }),
    ...(flags['onlyUnscored'] === true ? { only_unscored: true } : {}),
  };
  const parsed = selectionSchema.safeParse(all);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Problem('usage', { reason: `--${String(issue?.path.at(-1) ?? 'slice')}: ${issue?.message ?? 'not understood'}` });
}
