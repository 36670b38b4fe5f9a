import { html, nothing, type TemplateResult } from 'lit';
import { codicon } from '../controls';
import { said } from '../said';
import { t, tn } from '../words';
import type { DatasetPanel, Report } from './panel';

interface Stage {
  readonly icon: string;
  readonly title: string;
  readonly what: unknown;
  /** What goes on to the next stage. */
  readonly flow: string;
  /** What stays behind here. */
  readonly lost?: string | undefined;
}

/** The filter in few words: its keys and values. */
function sliceText(slice: Report['recipe']['slice']): string {
  const parts = Object.entries(slice).map(
    ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return parts.length === 0 ? t('pipeline.all') : parts.join(' · ');
}

function verdictText({ report }: Report): string {
  const used = (['human', 'earlier_process', 'rule', 'judge', 'agent'] as const).filter((name) => report.sources[name] > 0);
  return used.map((name) => t(`provenance.${name}`)).join(', ');
}

function exportText(panel: DatasetPanel, { exports }: Report): unknown {
  if (exports.length === 0) return t('pipeline.no_exports');
  return exports.map((one) => html`<span class="stage-line">${one.target}</span>`);
}

function stages(panel: DatasetPanel, whole: Report): Stage[] {
  const { recipe, report } = whole;
  const left = report.slice_size - report.traces_in;
  const slice = { icon: 'filter', title: t('pipeline.slice'), what: said(sliceText(recipe.slice)) };
  const traces = tn('pipeline.traces', report.slice_size);
  const drawn = recipe.sample === undefined ? undefined : t('pipeline.sample_of', { n: recipe.sample, seed: recipe.seed });
  return [
    { ...slice, flow: drawn === undefined ? traces : '' },
    ...(drawn === undefined ? [] : [{ icon: 'milestone', title: t('pipeline.sample'), what: drawn, flow: traces }]),
    { icon: 'comment-discussion', title: t('pipeline.judged'), what: verdictText(whole), flow: traces },
    {
      icon: 'beaker',
      title: t('pipeline.method'),
      what: t(`method.${recipe.method}`),
      flow: tn('pipeline.rows', report.rows),
      lost: left > 0 ? t('pipeline.left_out', { n: left }) : undefined,
    },
    {
      icon: 'split-horizontal',
      title: t('pipeline.split'),
      what: t('pipeline.holdout', { n: recipe.holdout_percent }),
      flow: `${String(report.train_rows)} + ${String(report.holdout_rows)}`,
    },
    { icon: 'export', title: t('pipeline.exports'), what: exportText(panel, whole), flow: '' },
  ];
}

/** How the rows came about, stage by stage, with the counts that passed from one to the next. */
export function pipeline(panel: DatasetPanel, report: Report): TemplateResult {
  return html`<ol class="pipeline" aria-label=${t('pipeline.title')}>
    ${stages(panel, report).map(
      (stage, index, all) =>
        html`<li class="stage">
          <div class="stage-box">
            <h2>${codicon(stage.icon)}${stage.title}</h2>
            <p class="quiet">${stage.what}</p>
            ${stage.lost === undefined ? nothing : html`<p class="stage-lost">${codicon('circle-slash')}${stage.lost}</p>`}
          </div>
          ${index < all.length - 1 ? html`<div class="stage-flow">${codicon('arrow-right')}<span>${stage.flow}</span></div>` : nothing}
        </li>`,
    )}
  </ol>`;
}
