import { html, nothing, type TemplateResult } from 'lit';
import { printSlice } from '../../core/slice/print';
import { codicon, linkButton } from '../controls';
import { said } from '../said';
import { t, textOf, tn } from '../words';
import { countLink } from './chart';
import type { DatasetPanel, Report } from './panel';

/** A count on an arrow; `part` opens the traces behind it. */
interface Flow {
  readonly text: string;
  readonly part?: string;
}

interface Stage {
  readonly icon: string;
  readonly title: string;
  readonly what: unknown;
  /** What goes on to the next stage. */
  readonly flow: readonly Flow[];
  /** What stays behind here, by reason. */
  readonly lost?: unknown;
}

function verdicts(panel: DatasetPanel, { report }: Report): TemplateResult {
  const used = (['human', 'earlier_process', 'rule', 'judge', 'agent'] as const).filter((name) => report.sources[name] > 0);
  const scored = report.score_from === null ? [] : [t('pipeline.scores_from', { from: scoreWords(report.score_from) })];
  const names = [...report.graders, ...report.judges];
  return html`<ul class="stage-list">
    ${used.map((name) => html`<li>${t(`provenance.${name}`)} ${countLink(panel, report.sources[name], `source:${name}`)}</li>`)}
    ${scored.map((text) => html`<li>${text}</li>`)} ${names.map((name) => html`<li><code>${said(shortName(name))}</code></li>`)}
  </ul>`;
}

/** The ranks of scores in words. */
export function scoreWords(from: string): string {
  return from
    .split(', ')
    .map((origin) => textOf(`score_origin.${origin}`) ?? origin)
    .join(', ');
}

/** `billing@5d3c1e8f…`: hashes are for machines, their first eight characters tell files apart. */
export function shortName(name: string): string {
  const at = name.lastIndexOf('@');
  return at < 0 ? name : name.slice(0, at + 9);
}

function exportStage(panel: DatasetPanel, { exports, dataset_id }: Report): unknown {
  if (exports.length === 0) return t('pipeline.no_exports');
  const reveal = (id: string) => () => panel.host.send({ type: 'reveal_export', dataset: dataset_id, export: id });
  return html`<ul class="stage-list">
    ${exports.map((one) => html`<li>${said(one.target)} ${linkButton(said(one.folder), reveal(one.export), t('repository.reveal'))}</li>`)}
  </ul>`;
}

function leftOut(panel: DatasetPanel, counts: Readonly<Record<string, number>>, prefix: string): unknown {
  const reasons = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return nothing;
  return html`<ul class="stage-list stage-lost">
    ${reasons.map(
      ([code, count]) => html`<li>${countLink(panel, count, `${prefix}:${code}`)} ${textOf(`left_out.${code}`) ?? code}</li>`,
    )}
  </ul>`;
}

function droppedRows(panel: DatasetPanel, counts: Readonly<Record<string, number>>): unknown {
  const rows = Object.values(counts).reduce((sum, n) => sum + n, 0);
  if (rows === 0) return nothing;
  return html`<p class="stage-lost">${codicon('circle-slash')}${tn('pipeline.dropped', rows)}</p>
    ${leftOut(panel, counts, 'dropped')}`;
}

function sampleStages({ recipe }: Report, flow: readonly Flow[]): Stage[] {
  if (recipe.sample === undefined) return [];
  const what = t('pipeline.sample_of', { n: recipe.sample, seed: recipe.seed });
  return [{ icon: 'milestone', title: t('pipeline.sample'), what, flow }];
}

function stages(panel: DatasetPanel, whole: Report): Stage[] {
  const { recipe, report } = whole;
  const left = report.slice_size - report.traces_in;
  const traces: Flow[] = [{ text: tn('pipeline.traces', report.slice_size) }];
  const filter = printSlice(recipe.slice);
  const isSampled = recipe.sample !== undefined;
  return [
    {
      icon: 'filter',
      title: t('pipeline.slice'),
      what: filter === '' ? t('pipeline.all') : html`<code>${said(filter)}</code>`,
      flow: isSampled ? [] : traces,
    },
    ...sampleStages(whole, traces),
    {
      icon: 'comment-discussion',
      title: t('pipeline.judged'),
      what: verdicts(panel, whole),
      flow: [{ text: tn('pipeline.traces', report.traces_in), part: 'in' }],
      lost:
        left > 0
          ? html`<p class="stage-lost">${codicon('circle-slash')}${t('pipeline.left_out', { n: left })}</p>
              ${leftOut(panel, report.left_out, 'left_out')}`
          : undefined,
    },
    {
      icon: 'beaker',
      title: t('pipeline.method'),
      what: t(`method.${recipe.method}`),
      flow: [{ text: tn('pipeline.rows', report.rows), part: 'in' }],
      lost: droppedRows(panel, report.rows_dropped),
    },
    {
      icon: 'split-horizontal',
      title: t('pipeline.split'),
      what: t('pipeline.holdout', { n: recipe.holdout_percent }),
      flow: [
        { text: t('pipeline.train_rows', { n: report.train_rows }), part: 'train' },
        { text: t('pipeline.holdout_rows', { n: report.holdout_rows }), part: 'holdout' },
      ],
    },
    { icon: 'export', title: t('pipeline.exports'), what: exportStage(panel, whole), flow: [] },
  ];
}

function arrow(panel: DatasetPanel, flow: readonly Flow[]): TemplateResult {
  const words = ({ text, part }: Flow) =>
    part === undefined ? html`<span>${text}</span>` : linkButton(text, () => panel.openPart(part), t('dataset.show_traces'));
  return html`<div class="stage-flow">${codicon('arrow-right')}${flow.map(words)}</div>`;
}

/** How the rows came about, stage by stage, with the counts that passed from one to the next. */
export function pipeline(panel: DatasetPanel, report: Report): TemplateResult {
  const purged = report.purged_rows;
  return html`<div>
    <ol class="pipeline" aria-label=${t('pipeline.title')}>
      ${stages(panel, report).map(
        (stage, index, all) =>
          html`<li class="stage">
            <div class="stage-box">
              <h2>${codicon(stage.icon)}${stage.title}</h2>
              <div class="quiet">${stage.what}</div>
              ${stage.lost ?? nothing}
            </div>
            ${index < all.length - 1 ? arrow(panel, stage.flow) : nothing}
          </li>`,
      )}
    </ol>
    ${purged > 0 ? html`<p class="quiet">${tn('pipeline.purged', purged)}</p>` : nothing}
  </div>`;
}
