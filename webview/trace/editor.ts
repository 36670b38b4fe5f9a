import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import { button, codicon, iconButton } from '../controls';
import { diffView } from '../diff';
import { fieldKeys, keyOf } from '../keys';
import { laidOut } from '../text/json';
import { said } from '../said';
import { t } from '../words';
import {
  callWarnings,
  close,
  correctionOf,
  fitsDocument,
  isUntouched,
  jsonProblem,
  redrawDraft,
  save,
  startFrom,
  typedAnswer,
} from './draft';
import type { TracePanel } from './panel';
import type { AnswerDraft, CallDraft, Shown, Start } from './state';

function valueOf(event: Event): string {
  const { target } = event;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement ? target.value : '';
}

/** Escape leaves the field first; a second one, outside, closes the editor and keeps the draft. */
function keysOf(panel: TracePanel): (event: KeyboardEvent) => void {
  return fieldKeys({
    save: () => void save(panel),
    leave: () => {
      const { draft, shown } = panel.state;
      if (draft && isUntouched(draft)) close(panel, false);
      document.getElementById(`turn-${String(shown?.turn ?? 0)}`)?.focus({ preventScroll: true });
    },
  });
}

function words(panel: TracePanel, draft: AnswerDraft): TemplateResult {
  const label = t(`draft.${draft.kind}_label`);
  return html`<textarea
    id="draft-text"
    class="input"
    aria-label=${label}
    placeholder=${t(draft.kind === 'candidate' ? 'draft.candidate_placeholder' : 'draft.placeholder')}
    dir="auto"
    .value=${live(draft.text)}
    @keydown=${keysOf(panel)}
    @input=${(event: Event) => {
      draft.text = valueOf(event);
      draft.problem = undefined;
      redrawDraft(panel);
    }}
  ></textarea>`;
}

function callProblem(panel: TracePanel, call: CallDraft, index: number): TemplateResult | typeof nothing {
  const problem = jsonProblem(call.arguments);
  if (problem !== undefined) return html`<p class="bad" id="call-problem-${index}">${codicon('error')}${problem}</p>`;
  const warnings = callWarnings(call, panel.state.shown?.trace.tools ?? []);
  if (warnings.length === 0) return nothing;
  return html`<div id="call-problem-${index}">
    ${warnings.map((text) => html`<p class="warn">${codicon('warning')}${said(text)}</p>`)}
  </div>`;
}

function callName(panel: TracePanel, draft: AnswerDraft, call: CallDraft, change: (event: Event) => void): TemplateResult {
  const remove = (): void => {
    draft.calls = draft.calls.filter((one) => one !== call);
    redrawDraft(panel);
  };
  return html`<div class="call-editor-head">
    <input
      type="text"
      class="input"
      spellcheck="false"
      list="tool-names"
      aria-label=${t('draft.call_name')}
      .value=${live(call.name)}
      @keydown=${keysOf(panel)}
      @input=${change}
    />
    ${iconButton({ icon: 'trash', label: t('draft.remove_call', { name: call.name }), onClick: remove })}
  </div>`;
}

function callEditor(panel: TracePanel, draft: AnswerDraft, call: CallDraft, index: number): TemplateResult {
  const change = (key: 'name' | 'arguments') => (event: Event) => {
    call[key] = valueOf(event);
    draft.problem = undefined;
    redrawDraft(panel);
  };
  const broken = jsonProblem(call.arguments) !== undefined;
  const problem = callProblem(panel, call, index);
  return html`<fieldset class="call-editor">
    <legend>${codicon('tools')}${t('draft.call')}</legend>
    ${callName(panel, draft, call, change('name'))}
    <textarea
      class="input mono"
      spellcheck="false"
      aria-label=${t('draft.call_arguments', { name: call.name })}
      aria-invalid=${broken}
      aria-describedby=${ifDefined(problem === nothing ? undefined : `call-problem-${String(index)}`)}
      .value=${live(call.arguments)}
      @keydown=${keysOf(panel)}
      @input=${change('arguments')}
    ></textarea>
    ${problem}
  </fieldset>`;
}

function calls(panel: TracePanel, draft: AnswerDraft): TemplateResult {
  const tools = panel.state.shown?.trace.tools ?? [];
  const add = (): void => {
    const began = { shown: '{}', raw: '{}' };
    const id = `call_new_${String(draft.calls.length + 1)}`;
    draft.calls = [...draft.calls, { id, name: tools[0]?.name ?? '', arguments: '{}', began }];
    redrawDraft(panel);
  };
  return html`${draft.calls.map((call, index) => callEditor(panel, draft, call, index))}
    <datalist id="tool-names">${tools.map((tool) => html`<option value=${tool.name}></option>`)}</datalist>
    <button type="button" class="link-button" @click=${add}>${codicon('add')}${t('draft.add_call')}</button>`;
}

/** A correction goes on from the answer or from the last correction; a gold or another answer from anything there is. */
function startsOf(draft: AnswerDraft, shown: Shown): { start: Start; label: string }[] {
  const options: { start: Start; label: string }[] = [];
  if (draft.turn >= 0) options.push({ start: 'answer', label: t('draft.from_answer') });
  if (correctionOf(shown)) options.push({ start: 'correction', label: t('draft.from_correction') });
  if (draft.kind === 'fix') return options;
  shown.facts.candidates.forEach((one, index) => {
    options.push({ start: { candidate: one.id }, label: t('draft.from_candidate', { n: index + 1 }) });
  });
  return [...options, { start: 'empty', label: t('draft.from_empty') }];
}

function starts(panel: TracePanel, draft: AnswerDraft): TemplateResult | typeof nothing {
  const { shown } = panel.state;
  if (!shown) return nothing;
  const options = startsOf(draft, shown);
  if (draft.kind === 'fix' && options.length < 2) return nothing;
  const isChosen = (start: Start): boolean => JSON.stringify(start) === JSON.stringify(draft.start);
  return html`<div class="starts" role="group" aria-label=${t('draft.start_from')}>
    <span class="quiet">${t('draft.start_from')}</span>
    ${options.map(
      ({ start, label }) =>
        html`<button type="button" class="segment" aria-pressed=${isChosen(start)} @click=${() => startFrom(panel, draft, start)}>
          ${label}
        </button>`,
    )}
  </div>`;
}

function argumentDiffs(draft: AnswerDraft): unknown {
  return draft.calls.map((call) => {
    const before = draft.original.tool_calls?.find((one) => one.id === call.id);
    const then = before && `${before.name} ${laidOut(before.arguments)}`;
    const now = `${call.name} ${call.arguments}`;
    if (then === undefined || then === now) return nothing;
    return html`<div class="diff-title">${call.name}</div>
      ${diffView(then, now)}`;
  });
}

/** On in a document of the editor, with what was typed here: offered as long as nothing of it would stay behind. */
function inEditor(panel: TracePanel, draft: AnswerDraft): TemplateResult | typeof nothing {
  if (draft.kind === 'candidate' || !fitsDocument(draft)) return nothing;
  const open = (): void => {
    const { trace, turn, kind } = draft;
    const typed = typedAnswer(draft);
    close(panel, false);
    panel.host.send({ type: 'open_draft', trace, turn, gold: kind === 'gold', ...(typed && { typed }) });
  };
  return button({ label: t('draft.in_editor'), onClick: open });
}

const icons: Readonly<Record<AnswerDraft['kind'], string>> = { fix: 'edit', gold: 'star-full', candidate: 'add' };

/** The answer as text in place, with what changes underneath. */
export function editor(panel: TracePanel, draft: AnswerDraft): TemplateResult {
  const { mac } = panel.state.settings;
  return html`<section class="editor editor-${draft.kind}" aria-label=${t(`draft.${draft.kind}_title`)}>
    <h3>${codicon(icons[draft.kind])}${t(`draft.${draft.kind}_title`)}</h3>
    ${starts(panel, draft)} ${words(panel, draft)} ${calls(panel, draft)}
    ${
      draft.turn < 0 || (draft.kind === 'candidate' && draft.start === 'empty')
        ? nothing
        : html`<div class="diff-box">
            <div class="diff-title">${t('draft.compared')}</div>
            ${diffView(draft.original.text, draft.text)} ${argumentDiffs(draft)}
          </div>`
    }
    ${draft.problem === undefined ? nothing : html`<p class="bad" role="alert">${codicon('error')}${draft.problem}</p>`}
    <div class="editor-buttons">
      ${button({ label: t('draft.save'), primary: true, key: keyOf('save', mac), onClick: () => void save(panel) })}
      ${button({ label: t('draft.cancel'), onClick: () => close(panel, false) })} ${inEditor(panel, draft)}
    </div>
  </section>`;
}
