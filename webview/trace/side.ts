import { html, nothing, type TemplateResult } from 'lit';
import type { SignalView } from '../../core/protocol/results';
import { codicon, iconButton, linkButton } from '../controls';
import { said } from '../said';
import { kindName } from '../text/dom';
import { longText } from '../text/long';
import { ago, number, t, textOf, time } from '../words';
import { isBlind, visibleSignals } from './blind';
import { candidates } from './candidates';
import { toggleSide } from './small-acts';
import { kindIcon } from './message';
import type { TracePanel } from './panel';
import { passageList } from './passages';
import { scoreList, scoreRows } from './scores';
import { goTo } from './scroll';
import { section } from './section';
import type { Shown } from './state';

/** Acts that were one key press: of several picks among answers the first one, with the others. */
interface Entry {
  readonly signal: SignalView;
  readonly picks: readonly SignalView[];
}

function entriesOf(signals: readonly SignalView[]): Entry[] {
  const entries: { signal: SignalView; picks: SignalView[] }[] = [];
  for (const signal of signals) {
    const last = entries.at(-1);
    const same = last?.signal.kind === 'pick' && last.signal.at === signal.at && last.signal.reviewer === signal.reviewer;
    if (last && same && signal.kind === 'pick') last.picks.push(signal);
    else entries.push({ signal, picks: signal.kind === 'pick' ? [signal] : [] });
  }
  return entries;
}

function words(shown: Shown, { signal, picks }: Entry): unknown {
  const remark = signal.kind === 'note' ? (signal.text ?? signal.reason) : signal.reason;
  const pickText = picks.length > 0 ? pickWords(shown, picks) : undefined;
  return html`${pickText === undefined ? nothing : html`<p class="quiet">${pickText}</p>`}
  ${remark ? html`<p class="said" dir="auto">${said(remark)}</p>` : nothing}
  ${signal.kind === 'correction' || signal.kind === 'gold' ? answerOf(signal) : nothing}
  ${signal.scores ? scoreList(signal.scores) : nothing}
  ${signal.raw_score === undefined ? nothing : html`<p class="quiet">${t('side.raw_score', { score: signal.raw_score })}</p>`}`;
}

/** The answers as they are called on the screen, the recorded one first. */
function answerNames(shown: Shown, ids: readonly (string | undefined)[]): string {
  const titles = new Map([['answer', t('beside.answer')]]);
  shown.facts.candidates.forEach(({ id }, index) => titles.set(id, t('side.candidate', { n: index + 1 })));
  return [...titles].flatMap(([id, title]) => (ids.includes(id) ? [title] : [])).join(', ');
}

function pickWords(shown: Shown, picks: readonly SignalView[]): string {
  const [first] = picks;
  const worse = picks.map((one) => one.worse);
  if (first?.tie) return t('side.pick_tie', { answers: answerNames(shown, [...picks.map((one) => one.better), ...worse]) });
  return t('side.pick', { better: answerNames(shown, [first?.better]), worse: answerNames(shown, worse) });
}

/** Verdicts whose place a newer act of the same person took, or a higher rank. */
function isReplaced(picks: readonly SignalView[], signal: SignalView): boolean {
  const all = picks.length > 0 ? picks : [signal];
  return signal.kind !== 'skip' && signal.kind !== 'note' && all.every((one) => one.counts !== true && !one.retracted);
}

function answerOf(signal: SignalView): TemplateResult {
  const calls = (signal.tool_calls ?? []).map((one) => `${one.name} ${one.arguments}`);
  const text = [signal.text ?? '', ...calls].filter((part) => part !== '').join('\n');
  return html`<div class="said">${longText({ text, lines: 6, characters: 400 })}</div>`;
}

function signalView(panel: TracePanel, shown: Shown, entry: Entry): TemplateResult {
  const { signal, picks } = entry;
  const other = signal.turn !== shown.turn && signal.turn >= 0;
  const where = t('side.turn', { n: signal.turn + 1 });
  return html`<li class="signal ${signal.retracted ? 'is-retracted' : ''}">
    ${kindIcon(signal.kind, signal.provenance)}
    <div>
      <p class="signal-head">
        <b>${t(`kind.${signal.kind}`)}</b>
        <span class="quiet" title=${time(signal.at)}
          >${signal.reviewer === signal.provenance ? nothing : html`${said(signal.reviewer)} · `}${ago(signal.at)}</span
        >
        ${signal.provenance === 'human' ? nothing : html`<span class="mini">${t(`provenance.${signal.provenance}`)}</span>`}
        ${signal.retracted ? html`<span class="mini">${t('side.retracted')}</span>` : nothing}
        ${isReplaced(picks, signal) ? html`<span class="mini">${t('side.replaced')}</span>` : nothing}
        ${other ? linkButton(where, () => goTo(panel, signal.turn)) : nothing}
      </p>
      ${words(shown, entry)}
    </div>
  </li>`;
}

function history(panel: TracePanel, shown: Shown): TemplateResult {
  const signals = [...visibleSignals(panel.state)].sort((a, b) => b.at.localeCompare(a.at));
  if (isBlind(panel.state)) return section(t('side.history'), html`<p class="quiet">${t('side.blind')}</p>`);
  if (signals.length === 0) return section(t('side.history'), html`<p class="quiet">${t('side.no_history')}</p>`);
  const entries = entriesOf(signals);
  const list = html`<ul class="signals">
    ${entries.map((one) => signalView(panel, shown, one))}
  </ul>`;
  return section(t('side.history'), list, entries.filter(({ signal }) => !signal.retracted).length);
}

function notes(panel: TracePanel, shown: Shown): unknown {
  const list = passageList(panel, shown);
  return list ? section(t('side.notes'), list) : nothing;
}

function scores(panel: TracePanel, shown: Shown): unknown {
  const here = shown.turn < 0 ? shown.trace.answer_turn : shown.turn;
  const all = [...shown.facts.scores, ...shown.facts.verdicts].filter((one) => one.candidate === undefined && one.turn === here);
  if (all.length === 0 || isBlind(panel.state)) return nothing;
  return section(t('side.scores'), scoreRows(all));
}

function redactions(shown: Shown): unknown {
  const kinds = Object.entries(shown.facts.redactions).filter(([, count]) => count > 0);
  if (kinds.length === 0) return nothing;
  const list = html`<ul class="scores">
    ${kinds.map(([kind, count]) => html`<li><span>${codicon('shield')}${kindName(kind)}</span><b>${number(count)}</b></li>`)}
  </ul>`;
  return section(t('side.redactions'), list);
}

function usage(shown: Shown): unknown {
  const { meta } = shown.trace;
  const facts: [string, string][] = [];
  if (meta.usage?.input_tokens !== undefined) facts.push([t('side.input_tokens'), number(meta.usage.input_tokens)]);
  if (meta.usage?.output_tokens !== undefined) facts.push([t('side.output_tokens'), number(meta.usage.output_tokens)]);
  if (meta.latency_ms !== undefined) facts.push([t('side.latency'), t('side.seconds', { n: meta.latency_ms / 1000 })]);
  if (meta.finish_reason !== undefined) facts.push([t('side.finish_reason'), meta.finish_reason]);
  for (const [key, value] of Object.entries(meta.extra ?? {})) facts.push([textOf(`meta.${key}`) ?? key, String(value)]);
  if (facts.length === 0) return nothing;
  return section(
    t('side.recorded'),
    html`<ul class="scores">
      ${facts.slice(0, 40).map(([name, value]) => html`<li><span>${said(name)}</span><b>${said(value)}</b></li>`)}
    </ul>`,
  );
}

/** What is known beside the conversation: verdicts, scores, other answers, what was masked. */
export function side(panel: TracePanel, shown: Shown): TemplateResult {
  return html`<aside class="side" aria-label=${t('side.title')}>
    ${iconButton({ icon: 'close', label: t('side.close'), className: 'side-close', onClick: () => toggleSide(panel) })}
    ${history(panel, shown)} ${notes(panel, shown)} ${scores(panel, shown)} ${candidates(panel, shown)} ${redactions(shown)}
    ${usage(shown)}
  </aside>`;
}
