import { l10n, window, type QuickPickItem } from 'vscode';
import type { Slice } from '../../../core/slice/schema';
import type { Host } from '../../host';
import { traces } from '../../words';
import type { BuildState } from './state';

/** One way to narrow what a dataset is made from. A new way is an entry of `facets`. */
export interface Facet {
  readonly name: string;
  /** What it narrows to now; undefined when it does not narrow. */
  shown(state: BuildState): string | undefined;
  /** Asks for its value. Undefined leaves the state as it is. */
  ask(host: Host, state: BuildState): Promise<BuildState | undefined>;
}

type ListKey = 'label' | 'source' | 'model';

export function facets(): readonly Facet[] {
  return [
    listFacet('label', l10n.t('Labels'), async ({ engine }) =>
      (await engine.call('label.list', {})).map(({ label, count }) => [label, count]),
    ),
    attributeFacet(),
    listFacet('source', l10n.t('Source'), async ({ engine }) =>
      (await engine.call('source.list', {})).map(({ source, traces }) => [source, traces]),
    ),
    listFacet('model', l10n.t('Model'), async ({ engine }) =>
      (await engine.call('trace.groups', { by: 'model' })).filter(({ key }) => key).map(({ key, total }) => [key, total]),
    ),
    dateFacet('since', l10n.t('Since')),
    dateFacet('until', l10n.t('Until')),
    unlabelledFacet(),
    sampleFacet(),
    filterFacet(),
  ];
}

/** A slice without the keys whose value is empty. */
function narrowed(slice: Slice, change: { [K in keyof Slice]?: Slice[K] | undefined }): Slice {
  const kept = Object.entries({ ...slice, ...change }).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  // Only keys of a slice went in, each with its own value or none.
  return Object.fromEntries(kept);
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

interface ChoiceItem extends QuickPickItem {
  readonly value: string;
}

async function pickSeveral(
  title: string,
  choices: readonly (readonly [string, number])[],
  now: readonly string[],
): Promise<string[] | undefined> {
  const items: ChoiceItem[] = choices.map(([value, count]) => ({
    value,
    label: value,
    description: traces(count),
    picked: now.includes(value),
  }));
  const picked = await window.showQuickPick(items, { title, canPickMany: true, placeHolder: l10n.t('None chosen: all') });
  return picked?.map(({ value }) => value);
}

function listFacet(key: ListKey, name: string, read: (host: Host) => Promise<readonly (readonly [string, number])[]>): Facet {
  return {
    name,
    shown: ({ slice }) => listOf(slice[key]).join(', ') || undefined,
    async ask(host, state) {
      const picked = await pickSeveral(name, await read(host), listOf(state.slice[key]));
      return picked && { ...state, slice: narrowed(state.slice, { [key]: picked }) };
    },
  };
}

function attributeFacet(): Facet {
  const name = l10n.t('Attributes');
  const pairs = (slice: Slice) =>
    Object.entries(slice.attributes ?? {}).flatMap(([key, value]) => listOf(value).map((one) => `${key}=${one}`));
  return {
    name,
    shown: ({ slice }) => pairs(slice).join(', ') || undefined,
    async ask({ engine }, state) {
      const known = await engine.call('attribute.list', {});
      const choices = known.flatMap(({ key, values }) => Object.entries(values).map(([v, n]) => [`${key}=${v}`, n] as const));
      const picked = await pickSeveral(name, choices, pairs(state.slice));
      if (!picked) return undefined;
      const attributes: Record<string, string[]> = {};
      for (const pair of picked) {
        const at = pair.indexOf('=');
        (attributes[pair.slice(0, at)] ??= []).push(pair.slice(at + 1));
      }
      return { ...state, slice: narrowed(state.slice, { attributes: picked.length > 0 ? attributes : undefined }) };
    },
  };
}

function dateFacet(key: 'since' | 'until', name: string): Facet {
  return {
    name,
    shown: ({ slice }) => slice[key],
    async ask(_host, state) {
      const text = await window.showInputBox({
        title: name,
        value: state.slice[key] ?? '',
        prompt: l10n.t('A day like 2026-09-01, in UTC, counted whole; empty for no limit'),
        validateInput: (text) => (isDate(text.trim()) ? undefined : l10n.t('Write a day as 2026-09-01')),
      });
      return text === undefined ? undefined : { ...state, slice: narrowed(state.slice, { [key]: text.trim() || undefined }) };
    },
  };
}

function isDate(text: string): boolean {
  return text === '' || (/^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(text) && !Number.isNaN(Date.parse(text)));
}

function unlabelledFacet(): Facet {
  return {
    name: l10n.t('Only not labelled yet'),
    shown: ({ slice }) => (slice.unlabelled ? l10n.t('yes') : undefined),
    ask: (_host, state) =>
      Promise.resolve({ ...state, slice: narrowed(state.slice, { unlabelled: state.slice.unlabelled ? undefined : true }) }),
  };
}

function sampleFacet(): Facet {
  const name = l10n.t('Sample');
  return {
    name,
    shown: ({ sample }) => (sample === undefined ? undefined : traces(sample)),
    async ask(_host, state) {
      const text = await window.showInputBox({
        title: name,
        value: state.sample === undefined ? '' : String(state.sample),
        prompt: l10n.t('How many traces to draw, the same ones every time; empty for all'),
        validateInput: (text) => (/^\s*([1-9]\d*)?\s*$/.test(text) ? undefined : l10n.t('Write a whole number from 1')),
      });
      return text === undefined ? undefined : { ...state, sample: text.trim() === '' ? undefined : Number(text) };
    },
  };
}

/** Everything the others cannot say, in the slice language. */
function filterFacet(): Facet {
  const name = l10n.t('Filter text');
  return {
    name,
    shown: () => undefined,
    async ask(_host, state) {
      const { parseSlice } = await import('../../../core/slice/parse');
      const { printSlice } = await import('../../../core/slice/print');
      const text = await window.showInputBox({
        title: name,
        value: printSlice(state.slice),
        prompt: l10n.t('For example: label:billing language=es -state:skipped "refund"'),
        validateInput: (text) => problemOf(() => parseSlice(text)),
      });
      return text === undefined ? undefined : { ...state, slice: parseSlice(text) };
    },
  };
}

function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
