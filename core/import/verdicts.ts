import type { Draft, ImportedVerdict, NoteCode, Scale } from './draft';
import { firstName, isFields, listOf, numberOf, own, scalarText, type Fields } from './fields';
import { asMessages, answerOf } from './base';
import { parseNested } from './json';
import { looksLikeMessage, isMessageList } from './messages';
import { Refusal } from './refusals';

const labelNames = ['label', 'kto_tag'];
const scoreNames = ['score', 'reward', 'rating'];
const referenceNames = ['reference', 'gold', 'ground_truth', 'expected'];

const good = new Set(['true', '1', 'good', 'up', 'desirable', 'thumbs_up']);
const bad = new Set(['false', '0', 'bad', 'down', 'undesirable', 'thumbs_down']);

/** The verdict a label column states: true, 1 or "good", or their opposites; undefined when it is another kind of label. */
export function labelVerdict(value: unknown): 'up' | 'down' | undefined {
  const text = typeof value === 'boolean' ? String(value) : scalarText(value)?.trim().toLowerCase();
  if (text === undefined) return undefined;
  return good.has(text) ? 'up' : bad.has(text) ? 'down' : undefined;
}

export function labelField(row: Fields): string | undefined {
  return labelNames.find((name) => labelVerdict(own(row, name)) !== undefined);
}

export function scoreField(row: Fields): string | undefined {
  return scoreNames.find((name) => numberOf(own(row, name)) !== undefined);
}

export function referenceField(row: Fields): string | undefined {
  return referenceNames.find((name) => {
    const value = own(row, name);
    return scalarText(value) !== undefined || typeof value === 'boolean' || isAnswer(value);
  });
}

function isAnswer(value: unknown): boolean {
  return looksLikeMessage(value) || (Array.isArray(value) && value.length > 0);
}

/** What a row's columns say of its answer. */
export interface RowVerdicts {
  readonly verdicts: readonly ImportedVerdict[];
  readonly used: ReadonlySet<string>;
}

/** Reads every verdict of a row: label, score and reference stand beside each other. */
export function readVerdicts(row: Fields, turn: number, scale: Scale | undefined, note: (code: NoteCode) => void): RowVerdicts {
  const verdicts: ImportedVerdict[] = [];
  const used = new Set<string>();
  const label = labelField(row);
  if (label !== undefined) {
    used.add(label);
    const kind = labelVerdict(own(row, label));
    const reason = scalarText(own(row, 'reason'));
    if (reason !== undefined && kind === 'down') used.add('reason');
    if (kind) verdicts.push({ kind, turn, ...(reason !== undefined && kind === 'down' ? { reason } : {}) });
  } else if (firstName(row, labelNames) !== undefined) note('label_not_understood');
  const score = scoreField(row);
  if (score !== undefined) {
    used.add(score);
    verdicts.push(scoreVerdict(numberOf(own(row, score)) ?? 0, turn, scale, note));
  }
  const reference = referenceField(row);
  if (reference !== undefined) {
    used.add(reference);
    verdicts.push(goldVerdict(own(row, reference), turn, note));
  }
  return { verdicts, used };
}

/** A number on the scale of the import, or as it is when that is not known. */
export function scoreVerdict(
  raw: number,
  turn: number,
  scale: Scale | undefined,
  note: (code: NoteCode) => void,
): ImportedVerdict {
  if (!scale) {
    note('score_without_scale');
    return { kind: 'score', turn, raw_score: raw };
  }
  const score = (raw - scale.low) / (scale.high - scale.low);
  if (score >= 0 && score <= 1) return { kind: 'score', turn, raw_score: raw, scores: { overall: score } };
  note('score_out_of_scale');
  return { kind: 'score', turn, raw_score: raw };
}

/** A reference as an answer. Of several references the first is the gold. */
function goldVerdict(value: unknown, turn: number, note: (code: NoteCode) => void): ImportedVerdict {
  const written = typeof value === 'string' ? parseNested(value) : value;
  const list = listOf(written);
  if (isMessageList(written) || looksLikeMessage(written)) {
    const messages = asMessages(written, 'assistant', () => undefined);
    if (!(messages instanceof Refusal)) return { kind: 'gold', turn, answer: answerOf(messages) };
  }
  if (typeof value !== 'string' && list && list.length > 0) {
    if (list.length > 1) note('more_references');
    return { kind: 'gold', turn, answer: { text: plainReference(list[0]) } };
  }
  return { kind: 'gold', turn, answer: { text: plainReference(value) } };
}

function plainReference(value: unknown): string {
  if (isFields(value)) return scalarText(own(value, 'text')) ?? scalarText(own(value, 'content')) ?? '';
  return typeof value === 'boolean' ? String(value) : (scalarText(value) ?? '');
}

/** The shape of a row by the strongest verdict it carries. */
export function shapeOf(verdicts: readonly ImportedVerdict[], plain: 'conversation' | 'completion'): Draft['shape'] {
  const kinds = new Set(verdicts.map((verdict) => verdict.kind));
  if (kinds.has('correction')) return 'preference';
  if (kinds.has('up') || kinds.has('down')) return 'labelled';
  if (kinds.has('score')) return 'scored';
  return kinds.has('gold') ? 'reference' : plain;
}
