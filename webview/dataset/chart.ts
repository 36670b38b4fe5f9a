import { html, nothing, type TemplateResult } from 'lit';
import { linkButton } from '../controls';
import { number, t } from '../words';
import type { DatasetPanel } from './panel';

/** One kind of bar in a chart. */
export interface Series {
  readonly name: string;
  /** Class that gives it its colour. */
  readonly tone: string;
}

export interface Bin {
  readonly name: string;
  /** One for each series. */
  readonly counts: readonly number[];
  /** What each count opens. */
  readonly parts: readonly string[];
}

export interface Chart {
  readonly title: string;
  /** What the bins are: the head of the table's first column. */
  readonly axis: string;
  readonly series: readonly Series[];
  readonly bins: readonly Bin[];
  /** Series stand on one another rather than side by side. */
  readonly stacked?: boolean;
  /** The bin before which a line is drawn, with its words. */
  readonly mark?: { readonly bin: number; readonly name: string } | undefined;
  readonly note?: string;
}

/**
 * A bar chart for eyes and mouse, and the same numbers as a table for everyone else: hidden from screen readers as a
 * picture, it is told by the table below it.
 */
export function chart(panel: DatasetPanel, { title, axis, series, bins, stacked = false, mark, note }: Chart): unknown {
  if (bins.length === 0) return nothing;
  const height = ({ counts }: Bin) => (stacked ? counts.reduce((sum, n) => sum + n, 0) : Math.max(...counts));
  const most = Math.max(1, ...bins.map(height));
  const [first] = bins;
  const last = bins.length > 1 ? bins.at(-1) : undefined;
  return html`<section class="figure chart">
    <h2>${title}</h2>
    <div class="chart-columns ${stacked ? 'is-stacked' : ''}" aria-hidden="true">
      <span class="chart-most">${number(most)}</span>
      ${bins.map((bin, n) => column(panel, bin, { series, most, marked: mark?.bin === n ? mark.name : undefined }))}
    </div>
    <div class="chart-axis" aria-hidden="true"><span>${first?.name}</span><span>${last?.name}</span></div>
    ${series.length > 1 || mark ? legend(series, mark?.name) : nothing}
    ${note === undefined ? nothing : html`<p class="quiet">${note}</p>`} ${asTable(panel, { title, axis, series, bins })}
  </section>`;
}

interface ColumnLook {
  readonly series: readonly Series[];
  readonly most: number;
  readonly marked: string | undefined;
}

function column(panel: DatasetPanel, bin: Bin, { series, most, marked }: ColumnLook): TemplateResult {
  const words = series.map(({ name }, n) => `${name} ${number(bin.counts[n] ?? 0)}`).join(', ');
  const tip = series.length > 1 ? words : number(bin.counts[0] ?? 0);
  return html`<span class="column ${marked === undefined ? '' : 'is-marked'}" title=${`${bin.name}: ${tip}`}>
    ${series.map(({ tone }, n) => {
      const count = bin.counts[n] ?? 0;
      const part = bin.parts[n];
      const open = (): void => {
        if (part !== undefined && count > 0) panel.openPart(part);
      };
      // A count of one among thousands must not vanish.
      const tall = count === 0 ? '0' : `max(2px, ${String((100 * count) / most)}%)`;
      return html`<span class="bar-part ${tone}" .style=${`block-size: ${tall}`} @click=${open}></span>`;
    })}
  </span>`;
}

function legend(series: readonly Series[], mark: string | undefined): TemplateResult {
  return html`<ul class="legend" aria-hidden="true">
    ${series.length > 1 ? series.map(({ name, tone }) => html`<li><span class="dot ${tone}"></span>${name}</li>`) : nothing}
    ${mark === undefined ? nothing : html`<li><span class="mark-line"></span>${mark}</li>`}
  </ul>`;
}

function asTable(panel: DatasetPanel, { title, axis, series, bins }: Chart): TemplateResult {
  const filled = bins.filter(({ counts }) => counts.some((count) => count > 0));
  return html`<details class="chart-table">
    <summary>${t('chart.as_table')}</summary>
    <table aria-label=${title}>
      <thead>
        <tr>
          <th scope="col">${axis}</th>
          ${series.map(({ name }) => html`<th scope="col" class="number">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${filled.map(
          (bin) =>
            html`<tr>
              <th scope="row">${bin.name}</th>
              ${bin.counts.map((count, n) => html`<td class="number">${countLink(panel, count, bin.parts[n])}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

/** A count that opens its traces; nothing behind a zero. */
export function countLink(panel: DatasetPanel, count: number, part: string | undefined): unknown {
  if (count === 0 || part === undefined) return number(count);
  return linkButton(number(count), () => panel.openPart(part), t('dataset.show_traces'));
}
