import { html, nothing, type TemplateResult } from 'lit';
import { bring } from '../bring';
import type { SignalView } from '../../core/protocol/results';
import { codicon, iconButton, linkButton } from '../controls';
import { said } from '../said';
import { ago, t } from '../words';
import { visibleSignals } from './blind';
import { textOfMessage } from './conversation';
import type { TracePanel } from './panel';
import { rangeOf, stretchOf } from './places';
import { goTo } from './scroll';
import type { NoteDraft, Passage, Shown } from './state';
import { undo } from './verdicts';

const markName = 'loop-note';
const currentName = 'loop-note-current';
/** Of the words a note is about, so many characters are quoted. */
const quoted = 160;

/** The element that shows a message's words: not its tool calls, its reasoning or an editor. */
function wordsOf(turn: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#turn-${String(turn)} > .turn-body > .words`);
}

/** The words selected in a message; undefined when the selection is empty or reaches beyond one. */
export function selectedPassage(shown: Shown, selection: Selection | null): Passage | undefined {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const within = range.commonAncestorContainer;
  const element = within instanceof Element ? within : within.parentElement;
  const words = element?.closest('.turn-body > .words');
  const turn = Number(words?.closest('.turn')?.id.replace('turn-', '') ?? 'NaN');
  const message = Number.isInteger(turn) ? shown.conversation.message(turn)?.message : undefined;
  if (!words || !message) return undefined;
  const source = textOfMessage(message);
  const stretch = stretchOf(words, range, source);
  return stretch && { turn, ...stretch, text: source.slice(stretch.start, stretch.end) };
}

/** Follows the selection, so that the Note button says what a note would be about. */
export function watchSelection(panel: TracePanel): void {
  document.addEventListener('selectionchange', () => {
    const { shown, passage, draft } = panel.state;
    // While a note is typed the selection is the field's.
    if (!shown || draft) return;
    const now = selectedPassage(shown, document.getSelection());
    if (now?.turn === passage?.turn && now?.start === passage?.start && now?.end === passage?.end) return;
    panel.change({ passage: now });
  });
}

/** Notes about words of a message that may be seen now, in the order of the conversation. */
export function passageNotes(panel: TracePanel): (SignalView & { readonly range: NonNullable<SignalView['range']> })[] {
  return visibleSignals(panel.state)
    .flatMap((one) => (one.kind === 'note' && one.range && !one.retracted ? [{ ...one, range: one.range }] : []))
    .sort((a, b) => a.turn - b.turn || a.range.start - b.range.start);
}

function placeOf(shown: Shown, note: { turn: number; range: { start: number; end: number } }): Range | undefined {
  const words = wordsOf(note.turn);
  const message = shown.conversation.message(note.turn)?.message;
  return words && message ? rangeOf(words, note.range, textOfMessage(message)) : undefined;
}

/** Marks the words that notes are about without touching the page. */
export function markPassages(panel: TracePanel): void {
  if (typeof CSS === 'undefined' || !('highlights' in CSS)) return;
  const { shown } = panel.state;
  const ranges = shown ? passageNotes(panel).flatMap((note) => placeOf(shown, note) ?? []) : [];
  if (ranges.length > 0) CSS.highlights.set(markName, new Highlight(...ranges));
  else CSS.highlights.delete(markName);
}

/** Goes to the words a note is about. */
function showPassage(panel: TracePanel, shown: Shown, note: { turn: number; range: { start: number; end: number } }): void {
  goTo(panel, note.turn);
  // After the drawing that was just asked for: far away, the message was not there before.
  requestAnimationFrame(() => {
    const range = placeOf(shown, note);
    const element = range?.startContainer.parentElement;
    if (!range || !element) return;
    bring(element, 'center');
    if (!('highlights' in CSS)) return;
    const mark = new Highlight(range);
    mark.priority = 2;
    CSS.highlights.set(currentName, mark);
  });
}

function quote(text: string): TemplateResult {
  const words = text.replace(/\s+/g, ' ').trim();
  const short = words.length > quoted ? `${words.slice(0, quoted)}…` : words;
  return html`<q class="passage" dir="auto">${said(short)}</q>`;
}

function noteRow(panel: TracePanel, shown: Shown, note: ReturnType<typeof passageNotes>[number]): TemplateResult {
  const message = shown.conversation.message(note.turn)?.message;
  const text = message ? textOfMessage(message).slice(note.range.start, note.range.end) : '';
  const isOwn = note.reviewer === panel.state.settings.reviewer && note.provenance === 'human';
  return html`<li class="signal passage-note">
    ${codicon('note')}
    <div>
      <p class="signal-head">
        <span class="quiet">${said(note.reviewer)} · ${ago(note.at)}</span>
        ${linkButton(t('side.turn', { n: note.turn + 1 }), () => showPassage(panel, shown, note), t('passage.show'))}
        ${isOwn ? iconButton({ icon: 'trash', label: t('passage.remove'), onClick: () => void undo(panel, { act: note.id }) }) : nothing}
      </p>
      ${text === '' ? nothing : quote(text)}
      <p class="said" dir="auto">${said(note.text ?? note.reason ?? '')}</p>
    </div>
  </li>`;
}

/** Notes about single words, for the side column; nothing when there are none. */
export function passageList(panel: TracePanel, shown: Shown): TemplateResult | undefined {
  const notes = passageNotes(panel);
  if (notes.length === 0) return undefined;
  return html`<ul class="signals">
    ${notes.map((note) => noteRow(panel, shown, note))}
  </ul>`;
}

/** What the note that is being typed is about. */
export function aboutPassage(panel: TracePanel, draft: NoteDraft): unknown {
  const { passage } = draft;
  if (!passage) return nothing;
  const drop = (): void => {
    draft.passage = undefined;
    panel.redraw();
  };
  return html`<p class="note-about">
    <span class="quiet">${t('passage.about')}</span> ${quote(passage.text)}
    ${iconButton({ icon: 'close', label: t('passage.drop'), onClick: drop })}
  </p>`;
}
