import type { Context, Rule } from '../context';
import type { Findings, Fix } from '../finding';
import { nearest } from '../near';
import { replaceBy } from '../repairs';
import { booleanOf, entriesOf, entryOf, isEmpty, resolved, textOf, typeOf, valueOf } from '../yaml/tree';
import { quoted, removeEntry } from '../yaml/write';

/** SKL151–SKL156: who may start a skill, and how it runs. */
export const invocationRules: Rule = function* (context) {
  yield* booleans(context);
  yield* argumentHint(context);
  yield* fork(context);
  yield* effort(context);
  yield* hooks(context);
};

const yes: ReadonlySet<string> = new Set(['yes', 'on', '1', 'true', 'y']);
const no: ReadonlySet<string> = new Set(['no', 'off', '0', 'false', 'n']);

function* booleans({ map, text }: Context): Findings {
  for (const key of ['user-invocable', 'disable-model-invocation']) {
    const value = resolved(entryOf(map, key)?.value);
    if (value === undefined || booleanOf(value) !== undefined) continue;
    const source = text.slice(value.span.start, value.span.end);
    const word = (textOf(value) ?? source).trim().toLowerCase();
    const meant = yes.has(word) ? 'true' : no.has(word) ? 'false' : undefined;
    const fixes = (): Fix[] =>
      meant ? [{ title: 'replace', args: { text: meant }, edits: [{ ...value.span, text: meant }], auto: true }] : [];
    yield {
      code: 'SKL151',
      args: { key, source: source || 'nothing' },
      span: source ? value.span : (entryOf(map, key)?.key.span ?? value.span),
      fixes,
    };
  }
  const locked = entryOf(map, 'disable-model-invocation');
  if (map && locked && booleanOf(locked.value) === true && booleanOf(valueOf(map, 'user-invocable')) === false) {
    yield {
      code: 'SKL152',
      span: locked.span,
      fixes: () => {
        const edit = removeEntry(text, map, locked);
        return edit ? [{ title: 'delete_key', args: { key: locked.name }, edits: [edit] }] : [];
      },
    };
  }
}

function* argumentHint({ map, text }: Context): Findings {
  const value = resolved(entryOf(map, 'argument-hint')?.value);
  if (value?.kind !== 'list' && value?.kind !== 'map') return;
  const source = text.slice(value.span.start, value.span.end);
  const fixes = (): Fix[] =>
    source.includes('\n') ? [] : [{ title: 'quote', edits: [{ ...value.span, text: quoted(source) }], auto: true }];
  yield { code: 'SKL153', args: { type: typeOf(value) }, span: value.span, fixes };
}

function* fork({ map }: Context): Findings {
  const context = entryOf(map, 'context');
  const forked = textOf(context?.value) === 'fork';
  if (context && !forked) yield { code: 'SKL154', span: isEmpty(context.value) ? context.key.span : context.value.span };
  for (const key of ['agent', 'background']) {
    const entry = entryOf(map, key);
    if (entry && !context) yield { code: 'SKL154', variant: 'without', args: { key }, span: entry.key.span };
  }
}

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'];

function* effort({ map }: Context): Findings {
  const entry = entryOf(map, 'effort');
  const level = textOf(entry?.value);
  if (entry && (level === undefined || !efforts.includes(level))) {
    const fixes = (): Fix[] =>
      isEmpty(entry.value) ? [] : byNearness(level ?? '').map((pick) => replaceBy(entry.value.span, pick));
    yield { code: 'SKL155', span: isEmpty(entry.value) ? entry.key.span : entry.value.span, fixes };
  }
  const model = entryOf(map, 'model');
  if (model && (isEmpty(model.value) || textOf(model.value)?.trim() === ''))
    yield { code: 'SKL155', variant: 'model', span: model.key.span };
}

/** All levels, the one that was probably meant first. */
function byNearness(written: string): readonly string[] {
  const near = nearest(written, efforts);
  return near === undefined ? efforts : [near, ...efforts.filter((level) => level !== near)];
}

const events = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'Notification',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'StopFailure',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'TaskCreated',
  'TaskCompleted',
  'TeammateIdle',
  'ConfigChange',
  'CwdChanged',
  'FileChanged',
  'InstructionsLoaded',
  'WorktreeCreate',
  'WorktreeRemove',
  'Elicitation',
  'ElicitationResult',
  'Setup',
];

function* hooks({ map }: Context): Findings {
  const entry = entryOf(map, 'hooks');
  const value = resolved(entry?.value);
  if (!entry || value === undefined) return;
  if (value.kind !== 'map') return yield { code: 'SKL156', span: isEmpty(value) ? entry.key.span : value.span };
  for (const { name: event, key } of entriesOf(value)) {
    if (events.includes(event)) continue;
    const near = nearest(event, events);
    yield {
      code: 'SKL156',
      variant: near === undefined ? 'event' : 'near',
      args: { event, near: near ?? '' },
      span: key.span,
      fixes: () => (near === undefined ? [] : [{ title: 'replace', args: { text: near }, edits: [{ ...key.span, text: near }] }]),
    };
  }
}
