import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { TraceCommand } from '../../core/protocol/panel';
import { button, codicon, iconButton, linkButton } from '../controls';
import { said } from '../said';
import { fieldKeys, keyOf } from '../keys';
import { t } from '../words';
import { ownVerdict } from './blind';
import { runCommand } from './commands';
import { close, keptDraft, redrawDraft, save } from './draft';
import { kindIcon } from './message';
import { aboutPassage } from './passages';
import type { TracePanel } from './panel';
import type { Draft, NoteDraft, Strip } from './state';
import { giveReason, redo, undo } from './verdicts';

interface Act {
  readonly command: Extract<TraceCommand, 'up' | 'down' | 'fix' | 'gold' | 'skip' | 'note'>;
  readonly icon: string;
  /** The signal that shows this button pressed in. */
  readonly kind: string;
  /** Works without an answer, too. */
  readonly alone?: true;
  /** What it opens for writing. */
  readonly draft?: Draft['kind'];
}

const acts: readonly Act[] = [
  { command: 'up', icon: 'thumbsup', kind: 'up' },
  { command: 'down', icon: 'thumbsdown', kind: 'down' },
  { command: 'fix', icon: 'edit', kind: 'correction', draft: 'fix' },
  { command: 'gold', icon: 'star-full', kind: 'gold', alone: true, draft: 'gold' },
  { command: 'skip', icon: 'debug-step-over', kind: 'skip', alone: true },
  { command: 'note', icon: 'note', kind: 'note', alone: true, draft: 'note' },
];

const draftKinds: readonly Draft['kind'][] = [...acts.flatMap(({ draft }) => draft ?? []), 'candidate'];

function buttons(panel: TracePanel): TemplateResult {
  const { settings, shown } = panel.state;
  const own = ownVerdict(panel.state);
  // Pressing a button must not take the selection away that a note would be about.
  const keepSelection = (event: Event): void => {
    if (panel.state.passage) event.preventDefault();
  };
  return html`<div class="verdicts" role="group" aria-label=${t('bar.title')} @mousedown=${keepSelection}>
    ${acts.map((one) => {
      const key = keyOf(one.command, settings.mac);
      const isKept = one.draft !== undefined && keptDraft(panel, one.draft) !== undefined;
      const isPassage = one.command === 'note' && panel.state.passage !== undefined;
      return button({
        label: t(isPassage ? 'bar.note_passage' : `bar.${one.command}`),
        icon: one.icon,
        key,
        title: isKept ? t('draft.kept_hint', { key }) : t(`bar.${one.command}_tip`),
        className: `verdict verdict-${one.command} ${own === one.kind ? 'is-own' : ''} ${isKept ? 'has-draft' : ''}`,
        pressed: own === one.kind,
        disabled: shown === undefined || (shown.turn < 0 && !one.alone),
        onClick: () => runCommand(panel, one.command),
      });
    })}
    ${draftKinds.some((kind) => keptDraft(panel, kind)) ? html`<span class="quiet kept">${codicon('circle-filled')}${t('draft.kept')}</span>` : nothing}
  </div>`;
}

function reasonField(panel: TracePanel): TemplateResult {
  const send = (target: EventTarget | null): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const { value } = target;
    target.value = '';
    target.blur();
    void giveReason(panel, value);
  };
  return html`<input
    id="reason"
    type="text"
    class="input"
    maxlength="2000"
    aria-label=${t('strip.reason')}
    placeholder=${t('strip.reason_placeholder', { key: keyOf('reason', panel.state.settings.mac) })}
    .value=${panel.unsaidReason}
    @focus=${() => panel.holdStrip(true)}
    @blur=${() => panel.holdStrip(false)}
    @keydown=${(event: KeyboardEvent) =>
      fieldKeys({
        enter: () => send(event.target),
        save: () => send(event.target),
        leave: () => event.target instanceof HTMLElement && event.target.blur(),
      })(event)}
  />`;
}

function reasons(panel: TracePanel, strip: Strip): unknown {
  if (strip.kind !== 'down') return nothing;
  if (strip.reason !== undefined) return html`<span class="strip-reason">${codicon('check')}${strip.reason}</span>`;
  return html`<div class="reasons">
    ${panel.state.reasons
      .slice(0, 9)
      .map(
        (reason, index) =>
          html`<button type="button" class="reason" title=${reason} @click=${() => void giveReason(panel, reason)}>
            <kbd>${index + 1}</kbd><span>${reason}</span>
          </button>`,
      )}
    ${reasonField(panel)}
  </div>`;
}

/** The last act, in reach: what was saved on which trace, a reason for it, and undo. */
function strip(panel: TracePanel, last: Strip): TemplateResult {
  const { mac } = panel.state.settings;
  const hold = (held: boolean) => () => panel.holdStrip(held);
  const isProblem = last.kind === 'problem' || last.refused !== undefined;
  return html`<div
    class="strip ${isProblem ? 'is-problem' : ''}"
    role="group"
    aria-label=${t('strip.title')}
    @pointerenter=${hold(true)}
    @pointerleave=${hold(false)}
  >
    <span class="strip-what">${stripIcon(last)}<b>${what(last)}</b></span>
    ${last.kind === 'problem' || !last.title ? nothing : html`<span class="strip-title quiet">${said(last.title)}</span>`}
    ${reasons(panel, last)}
    <span class="strip-end">
      ${(last.act ?? last.saving) ? linkButton(t('strip.undo'), () => void undo(panel, last), keyOf('undo', mac)) : nothing}
      ${last.back ? linkButton(t('strip.back'), last.back, t('strip.back_tip')) : nothing}
      ${last.kind === 'undone' ? linkButton(t('strip.redo'), () => void redo(panel), keyOf('redo', mac)) : nothing}
      ${iconButton({ icon: 'close', label: t('strip.close'), onClick: () => panel.hideStrip() })}
    </span>
  </div>`;
}

function done({ kind, what }: Strip): string {
  if (what && (kind === 'undone' || kind === 'redone')) return t(`strip.${kind}_what`, { kind: t(`kind.${what}`) });
  return kind === 'problem' ? '' : t(`strip.${kind}`);
}

/** Acts after which the panel goes on before the store has them. */
const goesOn: ReadonlySet<Strip['kind']> = new Set(['up', 'down', 'correction', 'gold', 'skip']);

/** Until the store has the act the strip says so. Both texts have their place all the while, so that nothing moves. */
function what(last: Strip): unknown {
  if (last.kind === 'problem') return last.title;
  if (last.refused !== undefined) return last.refused;
  if (!goesOn.has(last.kind)) return done(last);
  const isSaving = last.saving !== undefined;
  return html`<span class="strip-done ${isSaving ? 'is-out' : ''}">${done(last)}</span
    ><span class="strip-saving ${isSaving ? '' : 'is-out'}">${t('strip.saving')}</span>`;
}

function stripIcon({ kind, refused }: Strip): TemplateResult {
  if (kind === 'problem' || refused !== undefined) return codicon('error');
  if (kind === 'gone') return codicon('trash');
  if (kind === 'undone') return codicon('discard');
  if (kind === 'redone') return codicon('redo');
  return kindIcon(kind);
}

function noteField(panel: TracePanel, draft: NoteDraft): TemplateResult {
  const { mac } = panel.state.settings;
  return html`<div class="note-field">
    ${aboutPassage(panel, draft)}
    <textarea
      id="draft-text"
      class="input"
      dir="auto"
      aria-label=${t('note.label')}
      placeholder=${t('note.placeholder')}
      .value=${live(draft.text)}
      @input=${(event: Event) => {
        if (event.target instanceof HTMLTextAreaElement) draft.text = event.target.value;
        draft.problem = undefined;
        redrawDraft(panel);
      }}
      @keydown=${fieldKeys({ save: () => void save(panel), leave: () => close(panel, true) })}
    ></textarea>
    ${draft.problem === undefined ? nothing : html`<p class="bad" role="alert">${codicon('error')}${draft.problem}</p>`}
    <div class="editor-buttons">
      ${button({ label: t('note.save'), primary: true, key: keyOf('save', mac), onClick: () => void save(panel) })}
      ${button({ label: t('draft.cancel'), onClick: () => close(panel, false) })}
    </div>
  </div>`;
}

/** The last act on a screen without a trace, and so without the bar. */
export function lastAct(panel: TracePanel): unknown {
  const { strip: last } = panel.state;
  return last ? html`<div class="over is-alone">${strip(panel, last)}</div>` : nothing;
}

export function bar(panel: TracePanel): TemplateResult {
  const { draft, strip: last } = panel.state;
  return html`<footer class="bar">
    <div class="over">${last ? strip(panel, last) : nothing}${draft?.kind === 'note' ? noteField(panel, draft) : nothing}</div>
    ${buttons(panel)}
  </footer>`;
}
