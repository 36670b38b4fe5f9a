import type { Facts } from '../../../../core/lint/facts';
import type { Context, LintInput } from '../../../../core/lint/context';
import { suggestionsAt } from '../../../../core/lint/editing/complete';
import type { Suggestion } from '../../../../core/lint/editing/suggestion';
import { hoverAt } from '../../../../core/lint/editing/hover';
import type { FileKind } from '../../../../core/lint/kinds';
import { contextOf } from '../../../../core/lint/lint';
import { around } from '../cases/case';

/** A store with a little of everything. */
export const facts: Facts = {
  conversations: 63,
  labels: [
    { label: 'billing', count: 20 },
    { label: 'refunds', count: 12, parent: 'billing' },
    { label: 'vip: gold', count: 1 },
  ],
  attributes: { language: { es: 9, en: 40 } },
  sources: { 'support-agent': 63 },
  models: { 'small-1': 63 },
  tools: [{ name: 'lookup_order', count: 14, args: { order_id: 14, locale: 2 } }],
  allTools: true,
  count: () => 0,
  preview: () => undefined,
};

/** The file around `/w/x/…` with other files beside it. */
export const nearby = around('/w/x/mine.dataset.yaml', {
  '/w/x/mine.dataset.yaml': '',
  '/w/x/billing.grader.yaml': '',
  '/w/x/more/tone.judge.md': '',
  '/w/x/notes.txt': '',
});

export interface Cursor {
  readonly context: Context;
  readonly offset: number;
  readonly text: string;
}

/** Reads a text in which `|` marks the cursor; write `¦` for a real bar. */
export function cursorIn(kind: FileKind, marked: string, more: Partial<LintInput> = {}): Cursor {
  const offset = marked.indexOf('|');
  if (offset < 0) throw new Error('no cursor');
  const text = (marked.slice(0, offset) + marked.slice(offset + 1)).replaceAll('¦', '|');
  return { context: contextOf({ kind, text, facts, ...more }), offset, text };
}

export function suggested(kind: FileKind, marked: string, more: Partial<LintInput> = {}): Suggestion[] {
  const { context, offset } = cursorIn(kind, marked, more);
  return suggestionsAt(context, offset).sort((a, b) => a.rank - b.rank);
}

export function labels(kind: FileKind, marked: string, more: Partial<LintInput> = {}): string[] {
  return suggested(kind, marked, more).map(({ label }) => label);
}

/** The text after a suggestion was taken, places to fill in left as they are written. */
export function taken(kind: FileKind, marked: string, label: string, more: Partial<LintInput> = {}): string {
  const { text } = cursorIn(kind, marked, more);
  const found = suggested(kind, marked, more).find((one) => one.label === label);
  if (!found) throw new Error(`${label} is not suggested`);
  return text.slice(0, found.replace.start) + found.insert + text.slice(found.replace.end);
}

export function hovered(kind: FileKind, marked: string, more: Partial<LintInput> = {}): string | undefined {
  const { context, offset } = cursorIn(kind, marked, more);
  return hoverAt(context, offset)?.markdown;
}
