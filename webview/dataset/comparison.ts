import { html, nothing, type TemplateResult } from 'lit';
import { changeKinds, type ChangeKind } from '../../core/dataset/compare/reasons';
import type { Result } from '../../core/protocol/operations';
import { iconButton, linkButton, progressRing } from '../controls';
import { said } from '../said';
import { number, t, textOf } from '../words';
import { countLink } from './chart';
import type { DatasetPanel, Report } from './panel';

type Comparison = Result<'dataset.compare'>;

/** What differs between the build shown and another one; nothing when none was chosen. */
export function comparison(panel: DatasetPanel, report: Report): unknown {
  const { compared, compared_with } = panel.state;
  if (compared_with === undefined) return nothing;
  if (!compared) return progressRing(t('loading.title'));
  const { from, to } = compared;
  return html`<section class="comparison" aria-label=${t('compare.title', nameArgs(compared))}>
    <div class="sample-head">
      <h2>${said(t('compare.title', nameArgs(compared)))}</h2>
      ${iconButton({ icon: 'close', label: t('compare.close'), onClick: () => panel.compare(undefined) })}
    </div>
    ${counts(panel, report, compared)} ${settings(compared)}
    ${from.purged_rows + to.purged_rows > 0 ? html`<p class="quiet">${t('compare.purged', { from: from.purged_rows, to: to.purged_rows })}</p>` : nothing}
    ${rows(panel, compared)}
  </section>`;
}

function nameArgs({ from, to }: Comparison) {
  return { from: `${from.name}@${String(from.version)}`, to: `${to.name}@${String(to.version)}` };
}

/** Each kind of change with its reasons; every number opens its traces. */
function counts(panel: DatasetPanel, report: Report, { counts: all, why, from }: Comparison): TemplateResult {
  // Traces are opened as parts of the build shown.
  const part = (change: ChangeKind, reason?: string) =>
    ['compare', from.dataset_id, change, ...(reason === undefined ? [] : [reason])].join(':');
  const kinds = changeKinds.filter((change) => all[change] > 0);
  return html`<ul class="compare-counts">
    ${kinds.map(
      (change) =>
        html`<li class="change-${change}">
          <b>${t(`compare.${change}`)} ${countLink(panel, all[change], part(change))}</b>
          <ul class="stage-list">
            ${Object.entries(why[change]).map(
              ([reason, n]) => html`<li>${countLink(panel, n, part(change, reason))} ${textOf(`why.${reason}`) ?? reason}</li>`,
            )}
          </ul>
        </li>`,
    )}
    <li>
      <b>${t('compare.same')} ${number(all.same)}</b
      >${kinds.length === 0 ? html`<p class="quiet">${t('compare.nothing')}</p>` : nothing}
    </li>
  </ul>`;
}

function settings({ recipe }: Comparison): unknown {
  const shown = recipe.filter(({ key }) => key !== 'name');
  if (shown.length === 0) return nothing;
  const value = (what: unknown) =>
    what === null ? t('compare.not_set') : typeof what === 'string' ? what : JSON.stringify(what);
  return html`<dl class="facts">
    ${shown.map(
      ({ key, from, to }) =>
        html`<dt><code>${said(key)}</code></dt>
          <dd>${said(value(from))} → ${said(value(to))}</dd>`,
    )}
  </dl>`;
}

function rows(panel: DatasetPanel, { rows: found, total }: Comparison): unknown {
  if (found.length === 0) return nothing;
  return html`<div class="sample-table">
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">${t('compare.change')}</th>
            <th scope="col">${t('compare.why')}</th>
            <th scope="col">${t('overview.prompt')}</th>
            <th scope="col">${t('compare.split')}</th>
            <th scope="col">${t('samples.trace')}</th>
          </tr>
        </thead>
        <tbody>
          ${found.map((row) => changedRow(panel, row))}
        </tbody>
      </table>
    </div>
    ${
      total > found.length
        ? html`<button type="button" class="more" @click=${() => void panel.readComparison(true)}>
            ${t('overview.more', { n: total - found.length })}
          </button>`
        : nothing
    }`;
}

function changedRow(panel: DatasetPanel, { change, why, preview, trace, from, to }: Comparison['rows'][number]): TemplateResult {
  const sides = [from, to].flatMap((side) => (side ? [t(`samples.${side.split}`)] : []));
  const split = [...new Set(sides)].join(' → ');
  return html`<tr>
    <td class="change-${change}">${t(`compare.row_${change}`)}</td>
    <td>${textOf(`why.${why}`) ?? why}</td>
    <td>${said(preview)}</td>
    <td>${split}</td>
    <td class="whole">${linkButton(t('samples.open'), () => panel.host.send({ type: 'open_trace', trace }))}</td>
  </tr>`;
}
