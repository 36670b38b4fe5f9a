import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Message } from '../../core/trace/model';
import { plainText } from '../../core/trace/plain';
import { codicon } from '../controls';
import { said } from '../said';
import { longText } from '../text/long';
import { t, time, tn } from '../words';
import type { Preview } from './panel';

/** Messages of one conversation shown; what is behind them is only counted. */
const most = 12;

function message(one: Message): TemplateResult {
  const text = plainText(one.content);
  const names = (one.tool_calls ?? []).map((call) => call.name).join(', ');
  return html`<div class="sample-message role-${one.role}">
    <span class="sample-role">${t(`role.${one.role}`)}</span>
    <div>
      ${text.trim() === '' ? nothing : longText({ text, lines: 6, characters: 700 })}
      ${names === '' ? nothing : html`<p class="quiet">${codicon('tools')}${said(t('import.calls', { names }))}</p>`}
      ${text.trim() === '' && names === '' ? html`<span class="nothing">${t('message.empty')}</span>` : nothing}
    </div>
  </div>`;
}

type Said = Preview['sample'][number]['said'][number];

/** What the row itself says of the answer: a correction, another answer, a score. */
function saidOf({ kind, answer, reason, scores, raw_score }: Said): TemplateResult {
  const numbers = Object.entries(scores ?? {}).map(([name, score]) => (name === 'overall' ? score : `${name} ${score}`));
  const text = answer?.text ?? reason ?? [...numbers, ...(raw_score === undefined ? [] : [`(${raw_score})`])].join(', ');
  const names = (answer?.tool_calls ?? []).map((call) => call.name).join(', ');
  return html`<div class="sample-message sample-said">
    <span class="sample-role">${t(kind === 'candidate' ? 'import.candidate' : `kind.${kind}`)}</span>
    <div>
      ${text.trim() === '' ? nothing : longText({ text, lines: 6, characters: 700 })}
      ${names === '' ? nothing : html`<p class="quiet">${codicon('tools')}${said(t('import.calls', { names }))}</p>`}
    </div>
  </div>`;
}

function conversation(trace: Preview['sample'][number], index: number): TemplateResult {
  const left = trace.messages.length - most;
  return html`<details class="sample" ?open=${index === 0}>
    <summary class="sample-head">
      <h3>${index + 1}</h3>
      <span class="quiet">${time(trace.captured_at)}</span>
      ${trace.model === undefined ? nothing : html`<span class="quiet">${said(trace.model)}</span>`}
      <span class="mini">${tn('import.sample_messages', trace.messages.length)}</span>
    </summary>
    ${trace.messages.slice(0, most).map(message)}
    ${left > 0 ? html`<p class="quiet">${tn('import.sample_more', left)}</p>` : nothing} ${trace.said.map(saidOf)}
  </details>`;
}

/** The first three conversations as they would be stored, already masked. */
export function sample(preview: Preview): TemplateResult | typeof nothing {
  if (preview.sample.length === 0) return nothing;
  return html`<section class="sample-list">
    <h2>${t('import.sample')}</h2>
    ${guard([preview], () => preview.sample.map(conversation))}
  </section>`;
}
