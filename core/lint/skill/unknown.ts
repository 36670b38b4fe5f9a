import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { nearest } from '../near';
import { clientNames } from '../targets';
import { entriesOf, entryOf, resolved, type YamlEntry } from '../yaml/tree';
import { addEntry, quoted, removeEntry } from '../yaml/write';
import { misspelt, type SkillKey, skillKeys } from './keys';

/** Named by SKL200 and SKL202 in a skill that is no expert. */
const onlyForExperts: ReadonlySet<string> = new Set(['type', 'status', 'expert_status', 'endpoint', 'trigger', 'triggers']);

const keyNames = Object.keys(skillKeys);

/** SKL157–SKL159: keys that nobody, or nobody here, reads. */
export const unknownKeys: Rule = function* (context) {
  for (const entry of entriesOf(context.map)) {
    if (entry.key.kind !== 'scalar' || entry.name === '<<') continue;
    const known = Object.hasOwn(skillKeys, entry.name) ? skillKeys[entry.name] : undefined;
    if (known) yield* elsewhere(context, entry, known);
    else yield unknown(context, entry);
  }
};

/** Known, but not to the chosen clients: then it is faded, never called wrong. */
function* elsewhere({ chosen, kind }: Context, entry: YamlEntry, known: SkillKey): Findings {
  if (kind !== 'skill' || known.clients.some((client) => chosen.has(client))) return;
  // The rules of expert skills say what is wrong with these keys in a plain skill.
  if (onlyForExperts.has(entry.name)) return;
  const clients = known.clients.map((client) => clientNames[client]).join(', ');
  yield { code: 'SKL159', args: { clients }, span: entry.key.span, unnecessary: true };
}

function unknown(context: Context, entry: YamlEntry): Finding {
  const key = entry.name;
  const free = (name: string) => entryOf(context.map, name) === undefined;
  const rename = (to: string) => (): Fix[] => [
    { title: 'rename_key', args: { key: to }, edits: [{ ...entry.key.span, text: to }], auto: free(to) },
  ];
  const right = Object.hasOwn(misspelt, key) ? misspelt[key] : undefined;
  if (right !== undefined) return { code: 'SKL158', args: { right }, span: entry.key.span, fixes: rename(right) };
  const near = nearest(key, keyNames.filter(free));
  const under = () => underMetadata(context, entry);
  if (near === undefined) return { code: 'SKL157', args: { key }, span: entry.key.span, fixes: under };
  const fixes = () => [...rename(near)(), ...under()];
  return { code: 'SKL157', variant: 'near', args: { key, near }, span: entry.key.span, fixes };
}

/** One-line values only: the spec allows nothing but texts there. */
function underMetadata({ text, map, eol }: Context, entry: YamlEntry): Fix[] {
  const { value } = entry;
  const written = text.slice(value.span.start, value.span.end);
  const removed = map && removeEntry(text, map, entry);
  if (!removed || value.kind !== 'scalar' || written === '' || written.includes('\n')) return [];
  const line = `${entry.name}: ${typeof value.value === 'string' ? written : quoted(written)}`;
  const metadata = entryOf(map, 'metadata');
  const held = resolved(metadata?.value);
  if (metadata && held?.kind !== 'map') return [];
  const replaced = { ...removed, text: `metadata:${eol}  ${line}${eol}` };
  const added = held?.kind === 'map' ? addEntry(text, held, undefined, line, eol) : undefined;
  const edits = held ? (added ? [removed, added] : []) : [replaced];
  return edits.length === 0 ? [] : [{ title: 'under_metadata', args: { key: entry.name }, edits }];
}
