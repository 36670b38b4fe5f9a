import { html, nothing, render, type TemplateResult } from 'lit';
import { datasetTabs, type DatasetState } from '../../core/protocol/panel';
import { button, codicon, iconButton, progressRing, tabs } from '../controls';
import { FirstFocus } from '../first-focus';
import { said } from '../said';
import { ago, t, time, tn } from '../words';
import { overview } from './overview';
import type { DatasetPanel, Report } from './panel';
import { pipeline } from './pipeline';
import { repository } from './repository';
import { samples } from './samples';

function header(panel: DatasetPanel, report: Report): TemplateResult {
  const copy = (): void => panel.host.send({ type: 'copy', text: report.hash });
  return html`<header class="report-head">
    <div>
      <h1>${said(report.name)} <span class="quiet">${t('dataset.version', { n: report.version })}</span></h1>
      <ul class="meta">
        <li>${codicon('beaker')}${t(`method.${report.method}`)}</li>
        <li title=${time(report.built_at)}>${codicon('clock')}${t('dataset.built', { when: ago(report.built_at) })}</li>
        <li class="id" title=${t('dataset.hash', { hash: report.hash })}>
          <code>${report.hash.slice(0, 12)}</code>${iconButton({ icon: 'copy', label: t('dataset.copy_hash'), onClick: copy })}
        </li>
      </ul>
    </div>
    <div class="report-actions">
      ${button({ label: t('dataset.export'), icon: 'export', primary: true, onClick: () => panel.run('export') })}
      ${button({ label: t('dataset.build'), icon: 'package', onClick: () => panel.run('build') })}
    </div>
    ${report.purged_rows > 0 ? html`<p class="purged">${codicon('trash')}${tn('dataset.purged', report.purged_rows)}</p>` : nothing}
  </header>`;
}

const bodies: Readonly<Record<DatasetState['tab'], (panel: DatasetPanel, report: Report) => unknown>> = {
  overview,
  samples,
  pipeline,
  repository,
};

function page(panel: DatasetPanel): TemplateResult {
  const { report, failure, tab } = panel.state;
  if (failure !== undefined) {
    return html`<main class="center">
      ${codicon('error')}
      <h1>${t('failed.title')}</h1>
      <p class="quiet">${failure}</p>
    </main>`;
  }
  if (!report) return html`<main class="center">${progressRing(t('loading.title'))}</main>`;
  const warnings = report.report.warnings.length;
  return html`<main class="report">
    ${header(panel, report)}
    ${tabs({
      label: t('dataset.tabs'),
      chosen: tab,
      onChoose: (id) => {
        const next = datasetTabs.find((one) => one === id);
        if (next) panel.choose(next);
      },
      tabs: datasetTabs.map((id) => ({
        id,
        label: t(`tab.${id}`),
        body: () => html`${problem(panel)}${bodies[id](panel, report)}`,
        ...(id === 'overview' && warnings > 0 ? { badge: String(warnings) } : {}),
      })),
    })}
  </main>`;
}

function problem(panel: DatasetPanel): unknown {
  const text = panel.state.problem;
  return text === undefined ? nothing : html`<p class="bad" role="alert">${codicon('error')}${text}</p>`;
}

export function mountDataset(root: HTMLElement, panel: DatasetPanel): void {
  const first = new FirstFocus();
  /** The build the keyboard was given for. */
  let given: string | undefined;
  panel.draw = () => {
    render(page(panel), root);
    const { report, dataset } = panel.state;
    if (!report || dataset === given) return;
    given = dataset;
    // At the tabs: arrows change them, Tab goes on into what they show.
    first.want(() => root.querySelector<HTMLElement>(`#tab-${panel.state.tab}`));
  };
}
