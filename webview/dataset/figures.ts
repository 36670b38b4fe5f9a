import { html, nothing, type TemplateResult } from 'lit';
import { said } from '../said';
import { number, percent, t } from '../words';
import type { DatasetPanel } from './panel';

export interface Share {
  readonly name: string;
  readonly count: number;
  /** Class that gives it its colour. */
  readonly tone: string;
  readonly part?: string;
}

/** A width set as a property: the page's policy refuses style attributes. */
function width(part: number, whole: number): string {
  return `inline-size: ${String(whole <= 0 ? 0 : (100 * part) / whole)}%`;
}

function clickable(panel: DatasetPanel, part: string | undefined, body: TemplateResult): TemplateResult {
  if (part === undefined) return body;
  return html`<button type="button" class="figure-link" title=${t('dataset.show_traces')} @click=${() => panel.openPart(part)}>
    ${body}
  </button>`;
}

/** One bar in parts, with their names and shares underneath. */
export function stackedBar(
  panel: DatasetPanel,
  title: string,
  shares: readonly Share[],
  note: unknown = nothing,
): TemplateResult {
  const whole = shares.reduce((sum, one) => sum + one.count, 0);
  return html`<section class="figure">
    <h2>${title}</h2>
    <div class="bar-track" aria-hidden="true">
      ${shares.map((one) => html`<span class="bar-part ${one.tone}" .style=${width(one.count, whole)}></span>`)}
    </div>
    <ul class="legend">
      ${shares.map((one) => {
        const body = html`<span class="dot ${one.tone}"></span>${one.name} <b>${number(one.count)}</b>
          <span class="quiet">${percent(one.count, whole)}</span>`;
        return html`<li>${clickable(panel, one.part, body)}</li>`;
      })}
    </ul>
    ${note === nothing ? nothing : html`<p class="quiet">${note}</p>`}
  </section>`;
}

export interface Line {
  readonly name: string;
  readonly count: number;
  readonly part?: string;
  /** Translated text rather than a name out of the data. */
  readonly plain?: boolean;
}

const first = 6;

/** Names with counts and a bar each, the greatest first; long lists open on demand. */
export function barList(panel: DatasetPanel, id: string, title: string, lines: readonly Line[]): TemplateResult | typeof nothing {
  const sorted = lines.filter((one) => one.count > 0).sort((a, b) => b.count - a.count);
  if (sorted.length === 0) return nothing;
  const most = sorted[0]?.count ?? 0;
  const isOpen = panel.state.opened.has(id);
  const shown = isOpen ? sorted : sorted.slice(0, first);
  const left = sorted.length - first;
  return html`<section class="figure">
    <h2>${title}</h2>
    <ul class="bars">
      ${shown.map((one) => {
        const body = html`<span class="bar-name">${one.plain ? one.name : said(one.name)}</span>
          <span class="bar-line" aria-hidden="true"
            ><span class="bar-part tone-main" .style=${width(one.count, most)}></span
          ></span>
          <b>${number(one.count)}</b>`;
        return html`<li>${clickable(panel, one.part, body)}</li>`;
      })}
    </ul>
    ${
      left > 0
        ? html`<button type="button" class="more" aria-expanded=${isOpen} @click=${() => panel.toggle(id)}>
            ${isOpen ? t('overview.less') : t('overview.more', { n: left })}
          </button>`
        : nothing
    }
  </section>`;
}

export interface Tile {
  readonly name: string;
  readonly count: number;
  readonly note?: string;
  readonly part?: string;
}

export function tiles(panel: DatasetPanel, all: readonly Tile[]): TemplateResult {
  return html`<ul class="tiles" aria-label=${t('overview.numbers')}>
    ${all.map((one) => {
      const body = html`<b class="tile-count">${number(one.count)}</b><span>${one.name}</span>
        <span class="quiet">${one.note ?? ''}</span>`;
      return html`<li class="tile">${clickable(panel, one.part, body)}</li>`;
    })}
  </ul>`;
}
