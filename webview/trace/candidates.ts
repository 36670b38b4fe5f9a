import { html, nothing, type TemplateResult } from 'lit';
import { codicon, linkButton } from '../controls';
import { withKey } from '../keys';
import { said } from '../said';
import { longText } from '../text/long';
import { ago, t } from '../words';
import { isBlind } from './blind';
import { runCommand } from './commands';
import { columnsOf, toggleCompare } from './compare';
import { edit, startFrom } from './draft';
import type { TracePanel } from './panel';
import { scoreRows } from './scores';
import { section } from './section';
import type { Shown } from './state';
import { pick } from './verdicts';

/** Scores of another answer, by the present rules. */
function candidateScores(panel: TracePanel, shown: Shown, candidate: string): unknown {
  const own = shown.facts.scores.filter((one) => one.candidate === candidate && !one.stale);
  return own.length === 0 || isBlind(panel.state) ? nothing : scoreRows(own);
}

/** More answers: written here, or by a model that is asked. Only the last answer of a trace has others. */
function adding(panel: TracePanel): TemplateResult {
  const { mac } = panel.state.settings;
  const ask = () => panel.host.send({ type: 'run', name: 'ask_model' });
  return html`<p class="actions">
    ${linkButton(html`${codicon('add')}${t('side.add_candidate')}`, () => runCommand(panel, 'candidate'), withKey(t('command.candidate'), 'candidate', mac))}
    ${linkButton(html`${codicon('hubot')}${t('side.ask_model')}`, ask, t('side.ask_model_tip'))}
  </p>`;
}

export function candidates(panel: TracePanel, shown: Shown): unknown {
  const list = shown.facts.candidates;
  if (shown.turn !== shown.trace.answer_turn) return nothing;
  if (list.length === 0) {
    return section(
      t('side.candidates'),
      html`<p class="quiet">${t('side.no_candidates')}</p>
        ${adding(panel)}`,
    );
  }
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
      </ul>
      ${adding(panel)}`,
    list.length,
  );
}
