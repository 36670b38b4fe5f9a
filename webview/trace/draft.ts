import { parse, type ParseError } from 'jsonc-parser';
import type { Answer } from '../../core/log/events';
import { callMisfits } from '../../core/trace/call-schema';
import type { CallMisfit } from '../../core/trace/schema/misfit';
import type { ToolCall, ToolDefinition } from '../../core/trace/model';
import { laidOut } from '../text/json';
import { t } from '../words';
import { wholeText } from './loading';
import type { TracePanel } from './panel';
import { act, place } from './verdicts';
import type { AnswerDraft, CallDraft, Draft, NoteDraft, Shown, Start } from './state';

const keyOf = (kind: string, trace: string, turn: number): string => `${kind} ${String(turn)} ${trace}`;

export function callDraft(call: ToolCall): CallDraft {
  const shown = laidOut(call.arguments);
  return { id: call.id, name: call.name, arguments: shown, began: { shown, raw: call.arguments } };
}

/** Why a text is no JSON object, or undefined when it is one. */
export function jsonProblem(text: string): string | undefined {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true });
  const first = errors[0];
  if (first) {
    const line = text.slice(0, first.offset).split('\n').length;
    return t('draft.json_broken', { line });
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? undefined : t('draft.json_no_object');
}

/** What the tool's definition does not allow, in sentences; empty when nothing is known of the tool. */
export function callWarnings(call: CallDraft, tools: readonly ToolDefinition[]): string[] {
  if (jsonProblem(call.arguments) !== undefined) return [];
  const misfits = callMisfits(parse(call.arguments), tools.find((tool) => tool.name === call.name)?.parameters);
  const keysOf = (kind: CallMisfit['kind']) => misfits.filter((one) => one.kind === kind).map(({ where }) => where);
  const missing = keysOf('missing').join(', ');
  const unknown = keysOf('unknown').join(', ');
  return [
    ...(missing === '' ? [] : [t('draft.keys_missing', { keys: missing })]),
    ...(unknown === '' ? [] : [t('draft.keys_unknown', { keys: unknown })]),
    ...misfits.flatMap(({ where, kind, wanted }) =>
      kind === 'missing' || kind === 'unknown' ? [] : [t(`draft.misfit_${kind}`, { key: where, wanted })],
    ),
  ];
}

/** What stands in the way of saving, or undefined. */
export function draftProblem(draft: AnswerDraft): string | undefined {
  for (const call of draft.calls) {
    if (call.name.trim() === '') return t('draft.name_missing');
    const problem = jsonProblem(call.arguments);
    if (problem !== undefined) return `${call.name}: ${problem}`;
  }
  if (draft.text.trim() === '' && draft.calls.length === 0) return t('draft.empty');
  if (draft.kind === 'fix' && isAs(draft, draft.original)) return t('draft.unchanged');
  if (draft.kind === 'candidate' && draft.turn >= 0 && isAs(draft, draft.original)) return t('draft.same_answer');
  if (draft.kind === 'fix' && draft.start === 'correction' && isUntouched(draft)) return t('draft.same_correction');
  return undefined;
}

function isAs(draft: AnswerDraft, answer: Answer): boolean {
  return hasCallsOf(draft, answer) && draft.text === answer.text;
}

function hasCallsOf(draft: AnswerDraft, answer: Answer): boolean {
  const before = answer.tool_calls ?? [];
  return draft.calls.length === before.length && draft.calls.every((call, index) => isSameCall(call, before[index]));
}

/** A document of the editor holds the text or the calls: what was typed fits into one where only one of them is new. */
export function fitsDocument(draft: AnswerDraft): boolean {
  return draft.turn >= 0 && (draft.text === draft.original.text || hasCallsOf(draft, draft.original));
}

/** What was typed, to go on with elsewhere; undefined where it is the answer as it was recorded. */
export function typedAnswer(draft: AnswerDraft): Answer | undefined {
  return isAs(draft, draft.original) ? undefined : answerOf(draft);
}

/** Nothing was typed that could be lost. */
export function isUntouched(draft: Draft): boolean {
  return draft.kind === 'note' ? draft.text === '' : isAs(draft, draft.begun);
}

function isSameCall(call: CallDraft, before: ToolCall | undefined): boolean {
  return call.name === before?.name && call.arguments === call.began.shown && call.began.raw === before.arguments;
}

/** The draft as it is recorded. */
export function answerOf(draft: AnswerDraft): Answer {
  const calls = draft.calls.map(({ id, name, arguments: text, began }) => ({
    id,
    name: name.trim(),
    arguments: text === began.shown ? began.raw : text,
  }));
  return calls.length > 0 ? { text: draft.text, tool_calls: calls } : { text: draft.text };
}

async function recorded(panel: TracePanel, shown: Shown): Promise<Answer> {
  if (shown.turn < 0) return { text: '' };
  const text = await wholeText(panel, shown, shown.turn);
  const calls = shown.conversation.message(shown.turn)?.message.tool_calls;
  return calls && calls.length > 0 ? { text, tool_calls: calls } : { text };
}

/** The newest correction of this turn that was not taken back. */
export function correctionOf(shown: Shown): Answer | undefined {
  const signals = shown.facts.signals.filter((one) => one.kind === 'correction' && one.turn === shown.turn && !one.retracted);
  const newest = signals.reduce<(typeof signals)[number] | undefined>((a, b) => (a && a.at >= b.at ? a : b), undefined);
  if (!newest) return undefined;
  return newest.tool_calls ? { text: newest.text ?? '', tool_calls: newest.tool_calls } : { text: newest.text ?? '' };
}

function startingFrom(shown: Shown, original: Answer, start: Start): Answer {
  if (start === 'answer') return original;
  if (start === 'empty') return { text: '' };
  if (start === 'correction') return correctionOf(shown) ?? original;
  const candidate = shown.facts.candidates.find((one) => one.id === start.candidate);
  if (!candidate) return original;
  return candidate.tool_calls ? { text: candidate.text, tool_calls: candidate.tool_calls } : { text: candidate.text };
}

export function startFrom(panel: TracePanel, draft: AnswerDraft, start: Start): void {
  const { shown } = panel.state;
  if (!shown) return;
  const answer = startingFrom(shown, draft.original, start);
  draft.start = start;
  draft.begun = answer;
  draft.text = answer.text;
  draft.calls = (answer.tool_calls ?? []).map(callDraft);
  draft.problem = undefined;
  redrawDraft(panel);
}

function startOf(kind: AnswerDraft['kind'], shown: Shown): Start {
  if (kind === 'candidate') return 'empty';
  if (correctionOf(shown)) return 'correction';
  return shown.turn < 0 ? 'empty' : 'answer';
}

/** Opens the answer for correcting, a gold answer or another one; a draft left open earlier comes back. */
export async function edit(panel: TracePanel, kind: AnswerDraft['kind']): Promise<void> {
  const { shown, busy } = panel.state;
  if (!shown || busy) return;
  if (shown.turn < 0 && kind === 'fix') {
    panel.announce(t('say.no_answer'));
    return;
  }
  if (kind === 'candidate' && shown.turn !== shown.trace.answer_turn) {
    panel.announce(t('say.not_the_answer'));
    return;
  }
  try {
    const kept = panel.drafts.get(keyOf(kind, shown.trace.id, shown.turn));
    const original = await recorded(panel, shown);
    if (panel.state.shown !== shown) return;
    const start = startOf(kind, shown);
    const answer = startingFrom(shown, original, start);
    const calls = (answer.tool_calls ?? []).map(callDraft);
    const { turn } = shown;
    const begun = { start, begun: answer, text: answer.text, calls };
    const draft: AnswerDraft = kept?.kind === kind ? kept : { kind, trace: shown.trace.id, turn, original, ...begun };
    panel.drafts.set(keyOf(kind, shown.trace.id, shown.turn), draft);
    panel.change({ draft });
    shown.conversation.touchAll();
  } catch (error) {
    panel.problem(error);
  }
}

/** What was typed and left: it comes back with its key. */
export function keptDraft(panel: TracePanel, kind: Draft['kind']): Draft | undefined {
  const { shown, draft } = panel.state;
  const kept = shown && panel.drafts.get(keyOf(kind, shown.trace.id, shown.turn));
  return kept === draft ? undefined : kept;
}

/** Opens a note: about the words that are selected, else about the answer. */
export function note(panel: TracePanel): void {
  const { shown, passage } = panel.state;
  if (!shown) return;
  const key = keyOf('note', shown.trace.id, shown.turn);
  const fresh: NoteDraft = { kind: 'note', trace: shown.trace.id, turn: shown.turn, text: '' };
  const draft = panel.drafts.get(key) ?? fresh;
  if (passage && draft.kind === 'note') draft.passage = passage;
  panel.drafts.set(key, draft);
  panel.change({ draft });
  shown.conversation.touchAll();
}

/** Draws the editor anew: it stands inside the conversation, whose blocks are drawn only when they changed. */
export function redrawDraft(panel: TracePanel): void {
  const { draft, shown } = panel.state;
  if (draft) shown?.conversation.touch(draft.turn < 0 ? shown.conversation.length - 1 : draft.turn);
  panel.redraw();
}

/** Closes the editor. A kept draft comes back with the same key; a discarded one is gone. */
export function close(panel: TracePanel, keep: boolean): void {
  const { draft, shown } = panel.state;
  if (!draft) return;
  const isKept = keep && !isUntouched(draft);
  if (!isKept) panel.drafts.delete(keyOf(draft.kind, draft.trace, draft.turn));
  panel.change({ draft: undefined, passage: undefined });
  shown?.conversation.touchAll();
  if (isKept) panel.announce(t('say.draft_kept'));
}

export async function save(panel: TracePanel): Promise<void> {
  const { draft } = panel.state;
  const where = place(panel);
  if (!draft || !where || panel.state.busy) return;
  draft.problem = draft.kind === 'note' ? (draft.text.trim() === '' ? t('draft.empty') : undefined) : draftProblem(draft);
  if (draft.problem !== undefined) {
    panel.announce(draft.problem);
    redrawDraft(panel);
    return;
  }
  const saved = await write(panel, draft, where);
  if (!saved) return;
  panel.drafts.delete(keyOf(draft.kind, draft.trace, draft.turn));
  if (panel.state.draft === draft) close(panel, false);
}

function write(panel: TracePanel, draft: AnswerDraft | NoteDraft, where: { trace: string; turn?: number }): Promise<boolean> {
  const { host } = panel;
  if (draft.kind === 'note') {
    const { passage } = draft;
    const about = passage ? { turn: passage.turn, range: { start: passage.start, end: passage.end } } : {};
    return act(panel, 'note', () => host.call('feedback.note', { ...where, ...about, text: draft.text.trim() }), false);
  }
  const params = { ...where, answer: answerOf(draft) };
  if (draft.kind === 'fix') return act(panel, 'correction', () => host.call('feedback.correct', params));
  // Not a verdict: the trace is still to be judged, now between two answers.
  const { answer } = params;
  if (draft.kind === 'candidate')
    return act(panel, 'candidate', () => host.call('candidate.add', { trace: where.trace, answer }), false);
  return act(panel, 'gold', () => host.call('feedback.gold', params));
}
