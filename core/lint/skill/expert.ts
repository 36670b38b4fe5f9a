import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { nearest } from '../near';
import { insertAfter, isExpert, isMissing, missingPlace } from '../parts';
import { folderOf, joined } from '../paths';
import { deleteKey, replaceBy } from '../repairs';
import { clientNames } from '../targets';
import { entriesOf, entryOf, isEmpty, itemsOf, numberOf, resolved, textOf, type YamlEntry } from '../yaml/tree';
import { endpointRules } from './endpoint';
import { movedStatus } from './moves';
import { triggerRules } from './triggers';

export const statuses = ['draft', 'collecting', 'training', 'active', 'retired'] as const;

const onlyInExperts = ['status', 'expert_status', 'endpoint', 'trigger', 'triggers'] as const;

/** SKL200–SKL214: a skill with `type: expert` is a small model with a life of its own. */
export const expertRules: Rule = function* (context) {
  yield* typeRule(context);
  if (!isExpert(context)) return;
  yield* statusRules(context);
  yield* movedStatus(context);
  yield* endpointRules(context);
  yield* triggerRules(context);
  yield* modelRules(context);
  yield* exampleRules(context);
  yield* voiceRule(context);
};

function* typeRule(context: Context): Findings {
  const { map } = context;
  const type = entryOf(map, 'type');
  const value = textOf(type?.value);
  const known = value?.toLowerCase() === 'skill' || value?.toLowerCase() === 'expert';
  if (type && !known) {
    const near = value === undefined ? undefined : nearest(value, ['skill', 'expert']);
    // Where nothing else speaks of the platform, the key is a note of the author's own, and every chosen client loads the file.
    if (near === undefined && !context.chosen.has('surogates') && onlyInExperts.every((key) => !entryOf(map, key)))
      return yield { code: 'SKL159', args: { clients: clientNames.surogates }, span: type.key.span, unnecessary: true };
    return yield {
      code: 'SKL200',
      args: { value: value ?? 'this' },
      span: isEmpty(type.value) ? type.key.span : type.value.span,
      fixes: () =>
        near === undefined ? [] : [{ title: 'replace', args: { text: near }, edits: [{ ...type.value.span, text: near }] }],
    };
  }
  if (value?.toLowerCase() === 'expert') return;
  for (const key of onlyInExperts) {
    const entry = entryOf(map, key);
    const fixes = (): Fix[] => [typeExpert(context, type), ...(map && entry ? deleteKey(context.text, map, entry) : [])];
    if (entry) yield { code: 'SKL202', args: { key }, span: entry.key.span, unnecessary: true, fixes };
  }
}

function typeExpert(context: Context, type: YamlEntry | undefined): Fix {
  if (type) return replaceBy(type.value.span, 'expert');
  const line = 'type: expert';
  return { title: 'insert', args: { text: line }, edits: [insertAfter(context, entryOf(context.map, 'description'), line)] };
}

function* statusRules({ map, text }: Context): Findings {
  const status = entryOf(map, 'status');
  const other = entryOf(map, 'expert_status');
  for (const entry of [status, other]) {
    const value = textOf(entry?.value);
    if (!entry || statuses.some((known) => known === value)) continue;
    const near = value === undefined ? undefined : nearest(value, statuses);
    const offered = near === undefined ? statuses : [near, ...statuses.filter((status) => status !== near)];
    const fixes = (): Fix[] => (isEmpty(entry.value) ? [] : offered.map((pick) => replaceBy(entry.value.span, pick)));
    yield {
      code: 'SKL201',
      args: { value: value ?? 'this' },
      span: isEmpty(entry.value) ? entry.key.span : entry.value.span,
      fixes,
    };
  }
  const [a, b] = [textOf(status?.value), textOf(other?.value)];
  if (other && a !== undefined && b !== undefined && a !== b) {
    const fixes = (): Fix[] => (map ? [...deleteKey(text, map, other), ...deleteKey(text, map, status)] : []);
    yield { code: 'SKL201', variant: 'differ', args: { status: a, other: b }, span: other.value.span, fixes };
  }
}

function* modelRules(context: Context): Findings {
  const { map } = context;
  const legacy = entryOf(map, 'base_model');
  if (legacy && !entryOf(map, 'model')) {
    const edits = [{ ...legacy.key.span, text: 'model' }];
    yield {
      code: 'SKL207',
      variant: 'legacy',
      span: legacy.key.span,
      fixes: () => [{ title: 'rename_key', args: { key: 'model' }, edits, auto: true }],
    };
  } else if (isMissing(context, 'model')) {
    const line = 'model: ""';
    const fixes = (): Fix[] => [
      { title: 'insert', args: { text: line }, edits: [insertAfter(context, entryOf(map, 'type'), line)] },
    ];
    yield { code: 'SKL207', span: missingPlace(context), fixes };
  }
  const iterations = entryOf(map, 'max_iterations');
  const n = numberOf(iterations?.value);
  if (iterations && (n === undefined || !Number.isInteger(n) || n < 1 || n > 100)) {
    const place = isEmpty(iterations.value) ? iterations.key.span : iterations.value.span;
    yield {
      code: 'SKL210',
      span: place,
      fixes: () => [{ title: 'replace', args: { text: '10' }, edits: [{ ...iterations.value.span, text: '10' }] }],
    };
  }
}

function* exampleRules({ map, path, files }: Context): Findings {
  const entry = entryOf(map, 'examples');
  const value = resolved(entry?.value);
  if (!entry || value === undefined) return;
  const file = textOf(value);
  if (file !== undefined) {
    if (path === undefined || !files || files.kindOf(joined(folderOf(path), file)) !== undefined) return;
    return yield { code: 'SKL213', variant: 'file', args: { file }, span: value.span };
  }
  if (value.kind !== 'list') return yield { code: 'SKL213', variant: 'type', span: isEmpty(value) ? entry.key.span : value.span };
  for (const item of itemsOf(value)) {
    const names = new Set(entriesOf(item).map((held) => held.name));
    const whole = (names.has('input') && names.has('output')) || (names.has('user') && names.has('assistant'));
    if (!whole) yield { code: 'SKL213', span: item.span };
  }
}

/** The body is spoken to the expert itself; an instruction to consult it belongs in the description. */
function* voiceRule({ front, text }: Context): Findings {
  if (front?.state !== 'found') return;
  const body = text.slice(front.body.start);
  const match =
    /^\s*(?:#[^\n]*\s+)?((?:when|whenever|if) the user asks\b[^.\n]*\b(?:consult|call|use|ask|delegate to|route to)\b[^.\n]*)/i.exec(
      body,
    );
  const sentence = match?.[1];
  if (match === null || sentence === undefined) return;
  const start = front.body.start + match[0].length - sentence.length;
  yield { code: 'SKL214', span: { start, end: start + sentence.length } };
}
