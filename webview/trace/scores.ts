import { html, nothing, type TemplateResult } from 'lit';
import type { TraceFacts } from '../../core/protocol/results';
import { codicon } from '../controls';
import { said } from '../said';
import { number, t, textOf } from '../words';

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

export function scoreList(scores: Readonly<Record<string, number>>): TemplateResult {
  return html`<ul class="scores">
    ${Object.entries(scores).map(([name, score]) => html`<li><span>${said(name)}</span><b>${number(score)}</b></li>`)}
  </ul>`;
}

export function scoreRows(all: readonly Score[]): TemplateResult {
  return html`<ul class="score-rows">
    ${all.map(scoreRow)}
  </ul>`;
}
