import { html, nothing, type TemplateResult } from 'lit';
import { codicon, iconButton } from '../controls';
import { withKey } from '../keys';
import { said } from '../said';
import { el } from '../text/dom';
import { lengthOf } from '../text/long';
import { t, time } from '../words';
import type { SignalView } from '../../core/protocol/results';
import type { ToolCall } from '../../core/trace/model';
import { visibleSignals } from './blind';
import { argumentsOf, foldedText, hasWords, outputOf, proseOf } from './bodies';
import { textOfMessage, type Loaded } from './conversation';
import { editor } from './editor';
import { wholeText } from './loading';
import type { TracePanel } from './panel';
import { judgeTurn } from './review-turn';
import type { Shown } from './state';

const roleIcons = {
  system: 'settings-gear',
  developer: 'settings-gear',
  user: 'account',
  assistant: 'hubot',
  tool: 'tools',
} as const;
const kindIcons = {
  up: 'thumbsup',
  down: 'thumbsdown',
  correction: 'edit',
  gold: 'star-full',
  pick: 'git-compare',
  score: 'dashboard',
  skip: 'debug-step-over',
  note: 'note',
  candidate: 'add',
} as const;

/** A verdict that nobody here gave has no colour of its own and a clock beside it. */
export function kindIcon(kind: keyof typeof kindIcons, by: SignalView['provenance'] = 'human'): TemplateResult {
  const symbol = html`<i class="codicon codicon-${kindIcons[kind]} kind-${kind}" aria-hidden="true"></i>`;
  return by === 'human' ? symbol : html`<span class="by-other">${symbol}${codicon('history')}</span>`;
}

/** What counts about this turn, as small marks in its head. */
function marks(panel: TracePanel, turn: number): unknown {
  const counting = visibleSignals(panel.state).filter((one) => one.turn === turn && one.counts === true && !one.retracted);
  return counting.map((one) => {
    const reviewer = one.provenance === 'human' ? one.reviewer : t(`provenance.${one.provenance}`);
    const label = t('message.mark', { kind: t(`kind.${one.kind}`), reviewer });
    return html`<span class="mark" role="img" aria-label=${label} title=${label}>${kindIcon(one.kind, one.provenance)}</span>`;
  });
}

function caption(panel: TracePanel, shown: Shown, loaded: Loaded): TemplateResult {
  const { turn, message } = loaded;
  const isReviewed = turn === shown.turn;
  const canBeReviewed = message.role === 'assistant' && !isReviewed;
  const name = message.name === undefined ? nothing : html`<span class="quiet">${said(message.name)}</span>`;
  return html`<div class="turn-head">
    ${codicon(roleIcons[message.role])}
    <h2>${t(`role.${message.role}`)}</h2>
    ${name} ${isReviewed ? html`<span class="review-tag">${t('message.under_review')}</span>` : nothing} ${marks(panel, turn)}
    ${
      canBeReviewed
        ? iconButton({
            icon: 'target',
            label: withKey(t('message.judge'), 'judge_turn', panel.state.settings.mac),
            className: 'judge',
            onClick: () => judgeTurn(panel, turn),
          })
        : nothing
    }
    <span class="turn-meta quiet">
      ${message.at === undefined ? nothing : html`<span class="turn-time">${time(message.at)}</span>`}
      <span class="turn-length">${lengthOf(textOfMessage(message), loaded.cut)}</span>
      <span class="turn-number" aria-hidden="true">${turn + 1}</span>
    </span>
  </div>`;
}

function result(panel: TracePanel, shown: Shown, turn: number | undefined): TemplateResult {
  if (turn === undefined) return html`<div class="call-result quiet">${t('call.no_result')}</div>`;
  const loaded = shown.conversation.message(turn);
  if (!loaded) return html`<div class="call-result quiet">${t('message.loading')}</div>`;
  const { error } = loaded.message;
  return html`<div class="call-result ${error === undefined ? '' : 'is-error'}" id="turn-${turn}">
    <div class="call-label">${error === undefined ? t('call.result') : html`${codicon('error')}${t('call.error')}`}</div>
    ${
      error === undefined || error === textOfMessage(loaded.message)
        ? nothing
        : html`<div class="error-text">${said(error)}</div>`
    }
    ${outputOf(loaded, () => wholeText(panel, shown, turn))}
  </div>`;
}

function call(panel: TracePanel, shown: Shown, one: ToolCall, turn: number | undefined): TemplateResult {
  const failed = turn !== undefined && shown.conversation.message(turn)?.message.error !== undefined;
  return html`<section class="call ${failed ? 'is-error' : ''}" aria-label=${t('call.title', { name: one.name })}>
    <div class="call-head">${codicon(failed ? 'error' : 'tools')}<code class="call-name">${said(one.name)}</code></div>
    <div class="call-arguments">${argumentsOf(one)}</div>
    ${result(panel, shown, turn)}
  </section>`;
}

function calls(panel: TracePanel, shown: Shown, loaded: Loaded): unknown {
  const results = shown.conversation.results(loaded.turn);
  return (loaded.message.tool_calls ?? []).map((one) => call(panel, shown, one, results.get(one.id)));
}

function assistantBody(panel: TracePanel, shown: Shown, loaded: Loaded): TemplateResult {
  const { message, turn } = loaded;
  const { draft } = panel.state;
  const hasCalls = (message.tool_calls?.length ?? 0) > 0;
  const whole = (): Promise<string> => wholeText(panel, shown, turn);
  const isEdited = draft !== undefined && draft.kind !== 'note' && draft.turn === turn;
  const words = hasWords(message) || !hasCalls ? proseOf(loaded, turn === shown.turn, whole) : nothing;
  return html`${message.reasoning ? foldedText(loaded, 'reasoning', t('message.reasoning'), message.reasoning) : nothing}
  ${
    isEdited && draft.kind === 'fix'
      ? editor(panel, draft)
      : html`${words}${calls(panel, shown, loaded)}${isEdited ? editor(panel, draft) : nothing}`
  }
  ${message.error === undefined ? nothing : html`<div class="error-text">${codicon('error')}${said(message.error)}</div>`}`;
}

function body(panel: TracePanel, shown: Shown, loaded: Loaded): unknown {
  const { message, turn } = loaded;
  const whole = (): Promise<string> => wholeText(panel, shown, turn);
  if (message.role === 'assistant') return assistantBody(panel, shown, loaded);
  if (message.role === 'tool') return html`<div class="call-result lone">${outputOf(loaded, whole)}</div>`;
  if (message.role === 'user') return proseOf(loaded, false, whole);
  return foldedText(loaded, 'system', t('message.system'), textOfMessage(message));
}

function placeholder(shown: Shown, turn: number): TemplateResult {
  const item = shown.conversation.outline[turn];
  return html`<article class="turn is-loading" id="turn-${turn}" tabindex="-1" aria-busy="true">
    <p class="quiet">${item?.head}</p>
  </article>`;
}

/** One message. A tool result whose call is on the screen is drawn there and not again. */
export function messageView(panel: TracePanel, shown: Shown, turn: number): TemplateResult | typeof nothing {
  const loaded = shown.conversation.message(turn);
  if (!loaded) return placeholder(shown, turn);
  const { role } = loaded.message;
  if (role === 'tool' && shown.conversation.callerOf(turn) !== undefined) return nothing;
  const isFolded = role === 'system' || role === 'developer';
  return html`<article
    class="turn role-${role} ${turn === shown.turn ? 'under-review' : ''}"
    id="turn-${turn}"
    tabindex=${turn === shown.current ? 0 : -1}
    aria-posinset=${turn + 1}
    aria-setsize=${shown.conversation.length}
    aria-label=${t('message.label', { role: t(`role.${role}`), n: turn + 1 })}
  >
    ${isFolded ? nothing : caption(panel, shown, loaded)}
    <div class="turn-body">${body(panel, shown, loaded)}</div>
  </article>`;
}

/** A question alone: there is no answer to judge, only a reference to write. */
export function noAnswer(panel: TracePanel): TemplateResult {
  const { draft } = panel.state;
  return html`<article class="turn under-review" tabindex="-1" aria-label=${t('message.no_answer')}>
    <div class="turn-body">
      ${draft !== undefined && draft.kind !== 'note' ? editor(panel, draft) : el('div', 'nothing', t('message.no_answer'))}
    </div>
  </article>`;
}
