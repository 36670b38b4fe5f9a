import type * as z from 'zod';
import type { LintCode } from '../codes';
import type { Context } from '../context';
import type { Finding, Findings } from '../finding';
import { overlaps, type Span } from '../span';
import { entriesOf, locate, resolved, type YamlNode } from '../yaml/tree';
import { isTooLarge, parsedBy } from './parsed';
import { reasonOf } from './reason';

/**
 * One finding a value that a schema refuses and that no rule has spoken of: rules are the better speakers. What they have
 * said is only what makes a file wrong: advice about a part of it never hides that the whole is refused.
 */
export function* shapeFindings(context: Context, schema: z.ZodType, code: LintCode, said: readonly Finding[]): Findings {
  const { map, yaml } = context;
  if (isTooLarge(context)) {
    const [first] = entriesOf(map);
    if (first) yield { code, args: { what: 'The file', reason: 'holds too much to be read' }, span: first.key.span };
    return;
  }
  const result = parsedBy(context, schema);
  if (!map || !result || result.success) return;
  const told: Span[] = said.map((finding) => finding.span);
  for (const issue of result.error.issues) {
    const path = issue.path.filter((step) => typeof step !== 'symbol');
    // An unknown key is named where it stands, not where the map begins that holds it.
    const place = placeOf(map, issue.code === 'unrecognized_keys' ? [...path, ...issue.keys.slice(0, 1)] : path);
    // Missing top-level keys have codes of their own.
    if (place.missing && path.length < 2) continue;
    // A list that is too long stays too long, whatever is wrong with what is in it; its key says so, not all of its lines.
    const crowd = issue.code === 'too_big' && issue.origin === 'array';
    const where = crowd ? (place.key ?? place.span) : place.span;
    if (yaml?.spoiled(place.span) === true || told.some((other) => overlaps(other, crowd ? where : place.around))) continue;
    told.push(where);
    const key = path.findLast((step) => typeof step === 'string');
    const what = key === undefined ? 'The file' : `\`${key}\``;
    yield { code, args: { what, reason: reasonOf(issue, place.missing) }, span: where };
  }
}

interface Place {
  readonly span: Span;
  readonly key: Span | undefined;
  readonly missing: boolean;
  readonly around: Span;
}

/** Where to underline: the value, its key when it is empty, and for a missing key the first key of the map it lacks in. */
function placeOf(root: YamlNode, path: readonly (string | number)[]): Place {
  const found = locate(root, path);
  if (!found.missing) {
    const around = { start: found.key?.start ?? found.span.start, end: Math.max(found.span.end, found.key?.end ?? 0) };
    const span = found.span.end > found.span.start ? found.span : (found.key ?? found.span);
    return { span, key: found.key, missing: false, around };
  }
  const parent = locate(root, path.slice(0, -1));
  const first = entriesOf(nodeOf(root, path.slice(0, -1)))[0]?.key.span;
  return { span: first ?? parent.key ?? parent.span, key: undefined, missing: true, around: parent.span };
}

function nodeOf(root: YamlNode, path: readonly (string | number)[]): YamlNode | undefined {
  let node: YamlNode | undefined = root;
  for (const step of path) {
    const holder: YamlNode | undefined = resolved(node);
    node =
      holder?.kind === 'list'
        ? holder.items[Number(step)]
        : entriesOf(holder).find((entry) => entry.name === String(step))?.value;
  }
  return resolved(node);
}
