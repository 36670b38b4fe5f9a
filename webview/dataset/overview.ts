import { html, nothing, type TemplateResult } from 'lit';
import type { DatasetReport, Warning } from '../../core/dataset/report-schema';
import { codicon, linkButton } from '../controls';
import { said } from '../said';
import { day, number, t, textOf, tn } from '../words';
import { charts } from './charts';
import { barList, stackedBar, tiles, type Line } from './figures';
import type { DatasetPanel, Report } from './panel';
import { scoreWords, shortName } from './pipeline';

function warningCard(panel: DatasetPanel, warning: Warning): TemplateResult {
  const { code, args, message } = warning;
  return html`<li class="warning">
    ${codicon('warning')}
    <div>
      <h3>${t(`warning.${code}.title`)}</h3>
      <p>${said(textOf(`warning.${code}.says`, args) ?? message)}</p>
      <p class="quiet">${t(`warning.${code}.why`)}</p>
      ${linkButton(t('dataset.show_traces'), () => panel.openPart(`warning:${code}`))}
    </div>
  </li>`;
}

function warnings(panel: DatasetPanel, report: DatasetReport): TemplateResult {
  if (report.warnings.length === 0) return html`<p class="fine">${codicon('pass-filled')}${t('overview.fine')}</p>`;
  return html`<section>
    <h2>${t('overview.warnings')}</h2>
    ${report.purged_rows > 0 ? html`<p class="quiet">${t('overview.warnings_before')}</p>` : nothing}
    <ul class="warnings">
      ${report.warnings.map((one) => warningCard(panel, one))}
    </ul>
  </section>`;
}

function counts(panel: DatasetPanel, report: DatasetReport): TemplateResult {
  return tiles(panel, [
    { name: t('overview.rows'), count: report.rows, note: t('overview.items', { n: report.items }), part: 'in' },
    { name: t('overview.train'), count: report.train_rows, part: 'train' },
    { name: t('overview.holdout'), count: report.holdout_rows, part: 'holdout' },
    {
      name: t('overview.traces_in'),
      count: report.traces_in,
      note: t('overview.of_slice', { n: report.slice_size }),
      part: 'in',
    },
  ]);
}

function splitNote(panel: DatasetPanel, report: DatasetReport): unknown {
  if (report.holdout_note !== undefined) return t(`overview.holdout_${report.holdout_note}`);
  const moved = report.moved_to_keep_tasks_whole;
  if (moved > 0) return linkButton(tn('overview.moved', moved), () => panel.openPart('moved'), t('dataset.show_traces'));
  return nothing;
}

function bars(panel: DatasetPanel, report: DatasetReport): TemplateResult {
  const { desirable, undesirable } = report.balance;
  const split = stackedBar(
    panel,
    t('overview.split'),
    [
      { name: t('overview.train'), count: report.train_rows, tone: 'tone-main', part: 'train' },
      { name: t('overview.holdout'), count: report.holdout_rows, tone: 'tone-second', part: 'holdout' },
    ],
    splitNote(panel, report),
  );
  if (desirable + undesirable === 0) return split;
  const balance = stackedBar(panel, t('overview.balance'), [
    { name: t('overview.desirable'), count: desirable, tone: 'tone-good', part: 'desirable' },
    { name: t('overview.undesirable'), count: undesirable, tone: 'tone-bad', part: 'undesirable' },
  ]);
  return html`${split}${balance}`;
}

function lines(counted: Readonly<Record<string, number>>, prefix: string): Line[] {
  return Object.entries(counted).map(([name, count]) => ({
    name: name || t('overview.unknown_model'),
    count,
    part: `${prefix}:${name}`,
  }));
}

function sources(report: DatasetReport): Line[] {
  return (['human', 'earlier_process', 'rule', 'judge', 'agent'] as const).map((name) => ({
    name: t(`provenance.${name}`),
    count: report.sources[name],
    part: `source:${name}`,
    plain: true,
  }));
}

function lengths(report: DatasetReport): TemplateResult {
  const { prompt, answer, rejected } = report.lengths;
  const rows = [
    { name: t('overview.prompt'), length: prompt },
    { name: t(rejected ? 'overview.chosen' : 'overview.answer'), length: answer },
    ...(rejected ? [{ name: t('overview.rejected'), length: rejected }] : []),
  ];
  const most = Math.max(1, ...rows.map((one) => one.length.max));
  const part = (value: number): string => `inline-size: ${String((100 * value) / most)}%`;
  return html`<section class="figure">
    <h2>${t('overview.lengths')}</h2>
    <table class="lengths">
      <thead>
        <tr>
          <td></td>
          <th scope="col">${t('overview.median')}</th>
          <th scope="col">${t('overview.p95')}</th>
          <th scope="col">${t('overview.max')}</th>
          <td class="length-bar"></td>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, length }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${number(length.median)}</td>
              <td>${number(length.p95)}</td>
              <td>${number(length.max)}</td>
              <td class="length-bar" aria-hidden="true">
                <span class="bar-part tone-faint" .style=${part(length.max)}></span>
                <span class="bar-part tone-second" .style=${part(length.p95)}></span>
                <span class="bar-part tone-main" .style=${part(length.median)}></span>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function leftOut(panel: DatasetPanel, report: DatasetReport): TemplateResult {
  const left = Object.values(report.left_out).reduce((sum, count) => sum + count, 0);
  const list: Line[] = Object.entries(report.left_out).map(([code, count]) => ({
    name: textOf(`left_out.${code}`) ?? code,
    count,
    part: `left_out:${code}`,
    plain: true,
  }));
  const sum = t('overview.left_out_sum', { slice: report.slice_size, used: report.traces_in, left });
  if (left === 0) {
    return html`<section class="figure">
      <h2>${t('overview.left_out')}</h2>
      <p class="quiet">${t('overview.nothing_left_out')}</p>
    </section>`;
  }
  return html`<div class="left-out">
    ${barList(panel, 'left_out', t('overview.left_out'), list)}
    <p class="quiet">${sum}</p>
  </div>`;
}

function dropped(panel: DatasetPanel, report: DatasetReport): unknown {
  const list = Object.entries(report.rows_dropped).map(([code, count]) => ({
    name: textOf(`left_out.${code}`) ?? code,
    count,
    part: `dropped:${code}`,
    plain: true,
  }));
  return barList(panel, 'dropped', t('overview.dropped'), list);
}

function about(report: DatasetReport): unknown {
  const facts: [string, string][] = [];
  if (report.time_span) {
    const { first, last } = report.time_span;
    facts.push([t('overview.time_span'), t('overview.span', { first: day(first), last: day(last) })]);
  }
  if (report.score_from !== null) facts.push([t('overview.score_from'), scoreWords(report.score_from)]);
  if (report.graders.length > 0) facts.push([t('overview.graders'), report.graders.map(shortName).join(', ')]);
  if (report.judges.length > 0) facts.push([t('overview.judges'), report.judges.map(shortName).join(', ')]);
  if (facts.length === 0) return nothing;
  return html`<section class="figure">
    <h2>${t('overview.about')}</h2>
    <dl class="facts">
      ${facts.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${said(value)}</dd>`,
      )}
    </dl>
  </section>`;
}

export function overview(panel: DatasetPanel, whole: Report): TemplateResult {
  const { report } = whole;
  return html`<div class="overview">
    ${warnings(panel, report)} ${counts(panel, report)}
    <div class="figures">
      ${bars(panel, report)} ${leftOut(panel, report)} ${barList(panel, 'sources', t('overview.sources'), sources(report))}
      ${barList(panel, 'reviewers', t('overview.reviewers'), lines(report.reviewers, 'reviewer'))}
      ${barList(panel, 'models', t('overview.models'), lines(report.models, 'model'))} ${charts(panel, whole)} ${lengths(report)}
      ${barList(panel, 'labels', t('overview.labels'), lines(report.labels, 'label'))} ${dropped(panel, report)} ${about(report)}
    </div>
  </div>`;
}
