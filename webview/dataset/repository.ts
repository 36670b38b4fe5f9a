import { html, nothing, type TemplateResult } from 'lit';
import { linkButton, progressRing } from '../controls';
import { said } from '../said';
import { number, t, time } from '../words';
import { comparison } from './comparison';
import type { DatasetPanel, Report } from './panel';

type Version = NonNullable<DatasetPanel['state']['versions']>[number];

function versionRow(panel: DatasetPanel, one: Version, current: string): TemplateResult {
  const open = (): void => panel.host.send({ type: 'open_dataset', dataset: one.dataset_id });
  const isShown = one.dataset_id === current;
  return html`<tr class=${isShown ? 'is-shown' : ''}>
    <td>
      ${isShown ? html`<b>${one.version}</b>` : linkButton(String(one.version), open)}
      ${isShown ? html`<span class="mini">${t('repository.this')}</span>` : nothing}
    </td>
    <td>${time(one.built_at)}</td>
    ${rowsOf(one)}
    <td class="number">${warningsOf(one)}</td>
    <td><code title=${one.hash}>${one.hash.slice(0, 12)}</code></td>
    <td>${isShown || one.unreadable !== undefined ? nothing : compareButton(panel, one)}</td>
  </tr>`;
}

/** How many a build that cannot be read has, nobody knows. */
function rowsOf({ rows, train_rows, holdout_rows, unreadable }: Version): TemplateResult {
  const [all, split] = unreadable === undefined ? [number(rows), `${number(train_rows)} / ${number(holdout_rows)}`] : ['–', '–'];
  return html`<td class="number">${all}</td>
    <td class="number">${split}</td>`;
}

function warningsOf({ warnings, unreadable }: Version): string | TemplateResult {
  if (unreadable !== undefined) return html`<span title=${unreadable}>${t('repository.unreadable')}</span>`;
  return warnings.length === 0 ? '–' : number(warnings.length);
}

function compareButton(panel: DatasetPanel, one: Version): TemplateResult {
  const name = `${one.name}@${String(one.version)}`;
  return linkButton(t('compare.with_this'), () => panel.compare(one.dataset_id), t('compare.with', { name }));
}

function versions(panel: DatasetPanel, report: Report): TemplateResult {
  const all = panel.state.versions;
  if (!all) return progressRing(t('loading.title'));
  const same = all.filter((one) => one.name === report.name).sort((a, b) => b.version - a.version);
  const heads = ['version', 'built', 'rows', 'train_holdout', 'warnings', 'hash'] as const;
  return html`<div class="sample-table">
    <table class="plain-table">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${t(`repository.${head}`)}</th>`)}
          <td></td>
        </tr>
      </thead>
      <tbody>
        ${same.map((one) => versionRow(panel, one, report.dataset_id))}
      </tbody>
    </table>
  </div>`;
}

function files(panel: DatasetPanel): TemplateResult | typeof nothing {
  const all = panel.state.files;
  if (!all || all.length === 0) return nothing;
  return html`<div class="sample-table">
    <table class="plain-table">
      <thead>
        <tr>
          <th scope="col">${t('repository.file')}</th>
          <th scope="col">${t('repository.rows')}</th>
          <th scope="col">${t('repository.state')}</th>
        </tr>
      </thead>
      <tbody>
        ${all.map(
          (one) =>
            html`<tr>
              <td><code>${said(one.path)}</code></td>
              <td class="number">${number(one.rows)}</td>
              <td class="export-${one.state}">${t(`export.${one.state}`)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function exports(panel: DatasetPanel, report: Report): TemplateResult {
  if (report.exports.length === 0) return html`<p class="quiet">${t('repository.no_exports')}</p>`;
  const reveal = (id: string) => () => panel.host.send({ type: 'reveal_export', dataset: report.dataset_id, export: id });
  return html`<ul class="exports">
      ${report.exports.map(
        (one) =>
          html`<li>
            <b>${said(one.target)}</b> <code>${said(one.folder)}</code> <span class="quiet">${time(one.at)}</span>
            ${linkButton(t('repository.reveal'), reveal(one.export))}
          </li>`,
      )}
    </ul>
    ${files(panel)}`;
}

/** The versions of this recipe and where they were written. */
export function repository(panel: DatasetPanel, report: Report): TemplateResult {
  return html`<div class="repository">
    <section>
      <h2>${t('repository.versions')}</h2>
      ${versions(panel, report)}
    </section>
    ${comparison(panel, report)}
    <section>
      <h2>${t('repository.exports')}</h2>
      ${exports(panel, report)}
    </section>
  </div>`;
}
