import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { nearest } from '../near';
import { insertKey } from '../repairs';
import { sliceFindings, type SliceCodes } from '../slices';
import { entriesOf, entryOf, resolved, textOf, valueOf, type YamlNode } from '../yaml/tree';
import { removeEntry, scalarText } from '../yaml/write';
import { rulesOf, type RuleView } from './view';

const codes: SliceCodes = { keys: 'GRD006', never: 'GRD082', label: { code: 'GRD083' }, shape: 'GRD014', what: 'a slice' };

/** GRD080–GRD083, GRD085: where rules apply. */
export const sliceRules: Rule = function* (context) {
  const slices = entriesOf(valueOf(context.map, 'slices'));
  const names = slices.map((entry) => entry.name);
  const used = new Set<string>();
  const rules = rulesOf(context);
  for (const rule of rules) {
    const slice = valueOf(rule.map, 'slice');
    const name = textOf(slice);
    if (name !== undefined && slice) {
      used.add(name);
      const near = names.includes(name) ? undefined : nearest(name, names);
      // The slice that was meant is not unused.
      if (near !== undefined) used.add(near);
      if (!names.includes(name)) yield undefinedSlice(context, slice, name, near);
    } else yield* sliceFindings(context, slice, codes);
    yield* everywhere(context, rule, rules);
  }
  for (const entry of slices) {
    yield* sliceFindings(context, entry.value, codes);
    if (!used.has(entry.name)) yield unused(context, entry.name);
  }
};

function undefinedSlice(context: Context, node: YamlNode, slice: string, near: string | undefined): Finding {
  const define = () => definition(context, slice);
  if (near === undefined) return { code: 'GRD080', args: { slice }, span: node.span, fixes: define };
  const fixes = (): Fix[] => [
    { title: 'replace', args: { text: near }, edits: [{ ...node.span, text: near }], auto: true },
    ...define(),
  ];
  return { code: 'GRD080', variant: 'near', args: { slice, near }, span: node.span, fixes };
}

/** The slice of this name, holding the label of this name until its author says more. */
function definition(context: Context, slice: string): Fix[] {
  const stored = slice.normalize('NFC').toLowerCase().trim();
  const line = `${scalarText(slice)}: { label: ${scalarText(stored)} }`;
  const entry = entryOf(context.map, 'slices');
  const slices = resolved(entry?.value);
  if (slices?.kind === 'map') return insertKey(context, slices, undefined, line);
  const rules = entryOf(context.map, 'rules');
  if (entry || !rules) return [];
  const { start } = rules.key.span;
  const text = `slices:${context.eol}  ${line}${context.eol}`;
  return [{ title: 'insert', args: { text: line }, edits: [{ start, end: start, text }] }];
}

function unused({ map, text }: Context, slice: string): Finding {
  const slices = valueOf(map, 'slices');
  const entry = entriesOf(slices).find((candidate) => candidate.name === slice);
  return {
    code: 'GRD081',
    args: { slice },
    span: entry?.key.span ?? { start: 0, end: 0 },
    unnecessary: true,
    fixes: () => {
      const edit = entry && slices?.kind === 'map' ? removeEntry(text, slices, entry) : undefined;
      return edit ? [{ title: 'delete_entry', edits: [edit] }] : [];
    },
  };
}

/** Words that belong to some conversations only. */
const particular = /\b(?:order|shipment|tracking|invoice|refund|ticket|case|booking)s?\b|\\d\{\d/i;

/** GRD085: a rule about orders without a slice also marks down every conversation about something else. */
function* everywhere(context: Context, rule: RuleView, rules: readonly RuleView[]): Findings {
  if (valueOf(rule.map, 'slice') !== undefined || !rule.enabled || rule.type === undefined) return;
  const others = rules.filter((other) => other !== rule && valueOf(other.map, 'slice') !== undefined);
  const words = ['title', 'pattern'].map((key) => textOf(valueOf(rule.map, key)) ?? '').join(' ');
  if (others.length === 0 || !particular.test(words)) return;
  const fixes = () =>
    slicesOf(context, others).flatMap((slice) => insertKey(context, rule.map, entryOf(rule.map, 'type'), `slice: ${slice}`));
  yield { code: 'GRD085', span: rule.place, fixes };
}

const mostOffered = 3;

/** The filters of other rules as they are written, each once. */
function slicesOf({ text }: Context, rules: readonly RuleView[]): string[] {
  const written = rules.flatMap(({ map }) => {
    const { start, end } = valueOf(map, 'slice')?.span ?? { start: 0, end: 0 };
    return text.slice(start, end);
  });
  return [...new Set(written)].filter((slice) => slice !== '' && !slice.includes('\n')).slice(0, mostOffered);
}
