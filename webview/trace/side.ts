import { html, nothing, type TemplateResult } from 'lit';
import type { SignalView, TraceFacts } from '../../core/protocol/results';
import { codicon, iconButton, linkButton } from '../controls';
import { withKey } from '../keys';
import { said } from '../said';
import { kindName } from '../text/dom';
import { longText } from '../text/long';
import { ago, number, t, textOf, time } from '../words';
import { isBlind, visibleSignals } from './blind';
import { edit, startFrom } from './draft';
import { toggleSide } from './small-acts';
import { kindIcon } from './message';
import { columnsOf, toggleCompare } from './compare';
import type { TracePanel } from './panel';
import { passageList } from './passages';
import { goTo } from './scroll';
import type { Shown } from './state';
import { pick } from './verdicts';

function section(title: string, body: unknown, count?: number): TemplateResult {
  return html`<section class="side-section">
    <h2>${title}${count === undefined ? nothing : html`<b class="badge">${number(count)}</b>`}</h2>
    ${body}
  </section>`;
}

function words(signal: SignalView): unknown {
  const remark = signal.kind === 'note' ? (signal.text ?? signal.reason) : signal.reason;
  const pickText = signal.kind === 'pick' ? pickOf(signal) : undefined;
  return html`${pickText === undefined ? nothing : html`<p class="quiet">${pickText}</p>`}
  ${remark ? html`<p class="said" dir="auto">${said(remark)}</p>` : nothing}
  ${signal.kind === 'correction' || signal.kind === 'gold' ? answerOf(signal) : nothing}
  ${signal.scores ? scoreList(signal.scores) : nothing}
  ${signal.raw_score === undefined ? nothing : html`<p class="quiet">${t('side.raw_score', { score: signal.raw_score })}</p>`}`;
}

function pickOf(signal: SignalView): string {
  if (signal.tie) return t('side.pick_tie');
  return signal.better === 'answer' ? t('side.pick_answer') : t('side.pick_candidate');
}

function answerOf(signal: SignalView): TemplateResult {
  const calls = (signal.tool_calls ?? []).map((one) => `${one.name} ${one.arguments}`);
  const text = [signal.text ?? '', ...calls].filter((part) => part !== '').join('\n');
  return html`<div class="said">${longText({ text, lines: 6, characters: 400 })}</div>`;
}

function scoreList(scores: Readonly<Record<string, number>>): TemplateResult {
  return html`<ul class="scores">
    ${Object.entries(scores).map(([name, score]) => html`<li><span>${said(name)}</span><b>${number(score)}</b></li>`)}
  </ul>`;
}

function signalView(panel: TracePanel, shown: Shown, signal: SignalView): TemplateResult {
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
        ${other ? linkButton(where, () => goTo(panel, signal.turn)) : nothing}
      </p>
      ${words(signal)}
    </div>
  </li>`;
}

function history(panel: TracePanel, shown: Shown): TemplateResult {
  const signals = [...visibleSignals(panel.state)].sort((a, b) => b.at.localeCompare(a.at));
  if (isBlind(panel.state)) return section(t('side.history'), html`<p class="quiet">${t('side.blind')}</p>`);
  if (signals.length === 0) return section(t('side.history'), html`<p class="quiet">${t('side.no_history')}</p>`);
  const list = html`<ul class="signals">
    ${signals.map((one) => signalView(panel, shown, one))}
  </ul>`;
  return section(t('side.history'), list, signals.filter((one) => !one.retracted).length);
}

function notes(panel: TracePanel, shown: Shown): unknown {
  const list = passageList(panel, shown);
  return list ? section(t('side.notes'), list) : nothing;
}

type Score = TraceFacts['scores'][number];
type Reasons = NonNullable<Score['reasons']>;

const ruleIcons: Readonly<Record<string, string>> = { pass: 'pass', fail: 'error' };

function ruleRow(rule: string, outcome: string, reason: Reasons[string] | undefined): TemplateResult {
  const words = textOf(`rule.${outcome}`) ?? outcome;
  const why = reason && (textOf(`reason.${reason.code}`, reason.args) ?? reason.message);
  return html`<li>
    <span>${said(rule)}${why === undefined ? nothing : html`<span class="quiet why" dir="auto">${said(why)}</span>`}</span>
    <b>${codicon(ruleIcons[outcome] ?? 'circle-slash')} ${words}</b>
  </li>`;
}

function scoreRow(score: Score): TemplateResult {
  const rules = Object.entries(score.rules ?? {});
  const value = score.score === null ? t('side.no_score') : number(score.score);
  return html`<li class="score ${score.stale ? 'is-stale' : ''}">
    <p class="score-head">
      <span>${said(score.name)}</span>
      <span class="mini">${t(`score.${score.from}`)}</span>
      ${score.stale ? html`<span class="mini">${t('side.stale')}</span>` : nothing}
      <b>${value}</b>
    </p>
    ${Object.keys(score.dimensions).length > 0 ? scoreList(score.dimensions) : nothing}
    ${
      rules.length === 0
        ? nothing
        : html`<ul class="rules">
            ${rules.map(([rule, outcome]) => ruleRow(rule, outcome, score.reasons?.[rule]))}
          </ul>`
    }
    ${score.reason ? html`<p class="said" dir="auto">${said(score.reason)}</p>` : nothing}
  </li>`;
}

function scores(panel: TracePanel, shown: Shown): unknown {
  const here = shown.turn < 0 ? shown.trace.answer_turn : shown.turn;
  const all = [...shown.facts.scores, ...shown.facts.verdicts].filter((one) => one.candidate === undefined && one.turn === here);
  if (all.length === 0 || isBlind(panel.state)) return nothing;
  return section(t('side.scores'), scoreRows(all));
}

function scoreRows(all: readonly Score[]): TemplateResult {
  return html`<ul class="score-rows">
    ${all.map(scoreRow)}
  </ul>`;
}

/** Scores of another answer, by the present rules. */
function candidateScores(panel: TracePanel, shown: Shown, candidate: string): unknown {
  const own = shown.facts.scores.filter((one) => one.candidate === candidate && !one.stale);
  return own.length === 0 || isBlind(panel.state) ? nothing : scoreRows(own);
}

function candidates(panel: TracePanel, shown: Shown): unknown {
  const list = shown.facts.candidates;
  if (list.length === 0) return nothing;
  const useAsGold = async (candidate: string): Promise<void> => {
    await edit(panel, 'gold');
    const { draft } = panel.state;
    if (draft?.kind === 'gold') startFrom(panel, draft, { candidate });
  };
  const rows = list.map((one, index) => {
    const text = [one.text, ...(one.tool_calls ?? []).map((call) => `${call.name} ${call.arguments}`)].filter(Boolean).join('\n');
    return html`<li class="candidate">
      <p class="signal-head">
        <b>${t('side.candidate', { n: index + 1 })}</b>
        <span class="quiet">${isBlind(panel.state) ? nothing : said(one.model ?? one.by)} · ${ago(one.at)}</span>
      </p>
      <div class="said">${longText({ text, lines: 8, characters: 600 })}</div>
      ${candidateScores(panel, shown, one.id)}
      <p class="actions">
        ${linkButton(t('side.better'), () => void pick(panel, one.id, 'answer', false))}
        ${linkButton(t('side.worse'), () => void pick(panel, 'answer', one.id, false))}
        ${linkButton(t('side.tie'), () => void pick(panel, one.id, 'answer', true))}
        ${linkButton(t('side.as_gold'), () => void useAsGold(one.id))}
      </p>
    </li>`;
  });
  return section(
    t('side.candidates'),
    html`${columnsOf(shown).length > 0 ? linkButton(html`${codicon('git-compare')}${t('beside.open')}`, () => toggleCompare(panel), withKey(t('beside.open'), 'compare', panel.state.settings.mac)) : nothing}
      <ul class="candidates">
        ${rows}
      </ul>`,
    list.length,
  );
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
