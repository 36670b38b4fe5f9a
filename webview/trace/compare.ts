import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { SignalView } from '../../core/protocol/results';
import { button, codicon, iconButton } from '../controls';
import { wordChanges } from '../diff';
import { keyOf, withKey } from '../keys';
import { said } from '../said';
import { longText } from '../text/long';
import { number, t } from '../words';
import { isBlind } from './blind';
import { textOfMessage } from './conversation';
import type { TracePanel } from './panel';
import type { Shown } from './state';
import { act } from './verdicts';

/** The recorded answer and three others: more cannot be read side by side. */
const most = 4;

/** One answer of the comparison, as its key counts. */
export interface Column {
  /** As a pick names it: `answer`, or a candidate's id. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly by: string;
}

function callsText(calls: readonly { name: string; arguments: string }[] | undefined): string {
  return (calls ?? []).map((call) => `${call.name} ${call.arguments}`).join('\n');
}

/** The answers to compare: none when there is nothing beside the recorded one, or another turn is under review. */
export function columnsOf(shown: Shown): Column[] {
  const { facts, trace, turn, conversation } = shown;
  if (facts.candidates.length === 0 || turn !== trace.answer_turn) return [];
  const message = turn < 0 ? undefined : conversation.message(turn)?.message;
  const joined = (text: string, calls: string): string => [text, calls].filter((part) => part !== '').join('\n');
  const recorded: Column[] =
    turn < 0
      ? []
      : [
          {
            id: 'answer',
            title: t('beside.answer'),
            text: message ? joined(textOfMessage(message), callsText(message.tool_calls)) : t('message.loading'),
            by: trace.model ?? '',
          },
        ];
  const others = facts.candidates.map((one, index) => ({
    id: one.id,
    title: t('side.candidate', { n: index + 1 }),
    text: joined(one.text, callsText(one.tool_calls)),
    by: one.model ?? one.by,
  }));
  const columns = [...recorded, ...others].slice(0, most);
  return columns.length < 2 ? [] : columns;
}

/** Whether the comparison is on the screen: asked for, and something to compare. */
export function isComparing({ state }: TracePanel): boolean {
  return state.compare && state.shown !== undefined && columnsOf(state.shown).length > 0;
}

export function toggleCompare(panel: TracePanel): void {
  const { shown, compare } = panel.state;
  if (!compare && shown && columnsOf(shown).length === 0) {
    panel.announce(t('beside.nothing'));
    return;
  }
  panel.change({ compare: !compare, passage: undefined });
  panel.announce(t(compare ? 'beside.closed' : 'beside.opened'));
}

/** The nth answer is better than each other one on the screen. */
export async function pickBest(panel: TracePanel, n: number): Promise<void> {
  const columns = panel.state.shown ? columnsOf(panel.state.shown) : [];
  const best = columns[n - 1];
  if (best) await pickAmong(panel, best, columns, false);
}

export async function pickTie(panel: TracePanel): Promise<void> {
  if (!isComparing(panel) || !panel.state.shown) return;
  const columns = columnsOf(panel.state.shown);
  const [first] = columns;
  if (first) await pickAmong(panel, first, columns, true);
}

async function pickAmong(panel: TracePanel, best: Column, columns: readonly Column[], tie: boolean): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  const worse = columns.flatMap(({ id }) => (id === best.id ? [] : [id]));
  const params = { trace: shown.trace.id, better: best.id, worse, ...(tie ? { tie } : {}) };
  await act(panel, 'pick', () => panel.host.call('feedback.pick', params));
}

/** One's own counting picks among these answers. */
function ownPicks(panel: TracePanel, shown: Shown): SignalView[] {
  const { reviewer } = panel.state.settings;
  return shown.facts.signals.filter(
    (one) => one.kind === 'pick' && one.reviewer === reviewer && one.provenance === 'human' && one.counts === true,
  );
}

/** Better than some and worse than none: an earlier pick of another answer still says which of those two is better. */
function isBestOf(picks: readonly SignalView[], id: string): boolean {
  const decided = picks.filter((one) => !one.tie);
  return decided.some((one) => one.better === id) && !decided.some((one) => one.worse === id);
}

/** Of two answers that share less than this, marks say nothing: both are simply shown. */
const leastShared = 0.4;

const choiceKeys = ['choice_1', 'choice_2', 'choice_3', 'choice_4'] as const;

/** What is other than in the first answer, marked, where the two have enough in common. */
function body(column: Column, first: Column): TemplateResult {
  if (column.id === first.id) return plain(column);
  if (column.text === first.text)
    return html`<p class="quiet">${t('diff.same')}</p>
      ${plain(column)}`;
  const changes = wordChanges(first.text, column.text);
  if (!changes)
    return html`<p class="quiet">${t('diff.too_long')}</p>
      ${plain(column)}`;
  const shared = changes.reduce((sum, { text, is }) => sum + (is === 'same' ? text.trim().length : 0), 0);
  if (shared < leastShared * Math.max(first.text.length, column.text.length)) {
    return html`<p class="quiet">${t('beside.unlike')}</p>
      ${plain(column)}`;
  }
  const words = changes.map(({ text, is }) =>
    is === 'added' ? html`<ins>${said(text)}</ins>` : is === 'removed' ? html`<del>${said(text)}</del>` : said(text),
  );
  // Blanks count here: the answer is shown as it was written.
  return html`<div class="compare-text" dir="auto">${words}</div>`;
}

function plain({ text }: Column): TemplateResult {
  return html`<div class="compare-text" dir="auto">${longText({ text, lines: 400, characters: 40_000 })}</div>`;
}

function scoresOf(panel: TracePanel, shown: Shown, column: Column): unknown {
  if (isBlind(panel.state)) return nothing;
  const candidate = column.id === 'answer' ? undefined : column.id;
  const own = [...shown.facts.scores, ...(candidate === undefined ? shown.facts.verdicts : [])].filter(
    (one) => one.candidate === candidate && !one.stale && (candidate !== undefined || one.turn === shown.turn),
  );
  return own.map(
    ({ name, score }) =>
      html`<span class="mini">${said(name)} <b>${score === null ? t('side.no_score') : number(score)}</b></span>`,
  );
}

function columnView(panel: TracePanel, shown: Shown, column: Column, index: number, first: Column): TemplateResult {
  const { mac } = panel.state.settings;
  const picks = ownPicks(panel, shown);
  const isBest = isBestOf(picks, column.id);
  const key = keyOf(choiceKeys[index] ?? choiceKeys[0], mac);
  return html`<section class="compare-column ${isBest ? 'is-best' : ''}" aria-label=${column.title}>
    <header>
      <h3>${column.title}</h3>
      ${isBlind(panel.state) || column.by === '' ? nothing : html`<span class="quiet">${said(column.by)}</span>`}
      ${scoresOf(panel, shown, column)}
    </header>
    <div class="compare-body" role="group" aria-label=${column.title} tabindex="0">
      ${guard([column.text, first.text], () => body(column, first))}
    </div>
    <footer>
      ${button({
        label: t('beside.best'),
        icon: isBest ? 'check' : 'thumbsup',
        key,
        title: t('beside.best_tip', { title: column.title }),
        pressed: isBest,
        onClick: () => void pickBest(panel, index + 1),
      })}
    </footer>
  </section>`;
}

/** The answers side by side, where the conversation is otherwise; the question stays in sight above them. */
export function compareView(panel: TracePanel, shown: Shown): TemplateResult {
  const columns = columnsOf(shown);
  const first = columns[0];
  const { mac } = panel.state.settings;
  const asked = shown.conversation.questionOf(shown.turn < 0 ? shown.conversation.length : shown.turn);
  const question = asked === undefined ? undefined : shown.conversation.message(asked)?.message;
  const left = shown.facts.candidates.length + (shown.turn < 0 ? 0 : 1) - columns.length;
  const picks = ownPicks(panel, shown);
  const isTie = picks.length > 0 && picks.every((one) => one.tie);
  return html`<div class="compare" role="group" aria-label=${t('beside.title')}>
    <div class="compare-head">
      ${codicon('git-compare')}
      <h2>${t('beside.title')}</h2>
      ${left > 0 ? html`<span class="quiet">${t('beside.left', { n: left })}</span>` : nothing}
      ${button({
        label: t('side.tie'),
        key: keyOf('tie', mac),
        title: t('beside.tie_tip'),
        pressed: isTie,
        onClick: () => void pickTie(panel),
      })}
      ${iconButton({
        icon: 'close',
        label: withKey(t('beside.close'), 'compare', mac),
        onClick: () => toggleCompare(panel),
      })}
    </div>
    ${question ? html`<div class="compare-question" dir="auto">${longText({ text: textOfMessage(question), lines: 4, characters: 500 })}</div>` : nothing}
    <div class="compare-columns columns-${columns.length}">
      ${first ? columns.map((column, index) => columnView(panel, shown, column, index, first)) : nothing}
    </div>
  </div>`;
}
