import { html, nothing, type TemplateResult } from 'lit';
import { codicon, linkButton } from '../controls';
import { said } from '../said';
import { kindName } from '../text/dom';
import { number, size, t, textOf, tn } from '../words';
import type { Done, ImportPanel, Preview } from './panel';

interface Tile {
  readonly name: string;
  readonly count: number;
  readonly note?: string;
  readonly tone?: string;
}

function tile({ name, count, note, tone }: Tile): TemplateResult {
  return html`<li class="tile">
    <div class="figure-link ${tone ?? ''}">
      <b class="tile-count">${number(count)}</b><span>${name}</span><span class="quiet">${note ?? ''}</span>
    </div>
  </li>`;
}

/** The books: read = new + already here + refused. */
export function counts(result: Done, isDone: boolean): TemplateResult {
  const tiles: Tile[] = [
    {
      name: t(isDone ? 'import.imported' : 'import.new'),
      count: result.imported,
      note: t('import.read', { n: result.read }),
    },
    { name: t('import.duplicates'), count: result.duplicates },
    { name: t('import.refused'), count: result.refused, tone: result.refused > 0 ? 'is-bad' : '' },
    {
      name: t('import.reviewed'),
      count: result.reviewed,
      ...(result.reviewed > 0 ? { note: t('import.reviewed_note') } : {}),
    },
  ];
  return html`<ul class="tiles" aria-label=${t(isDone ? 'import.counts_done' : 'import.counts')}>
      ${tiles.map(tile)}
    </ul>
    ${result.read === 0 ? html`<p class="quiet">${tn('import.no_conversation', result.records.read)}</p>` : nothing}`;
}

function figure(title: string, body: unknown): TemplateResult {
  return html`<section class="figure">
    <h2>${title}</h2>
    ${body}
  </section>`;
}

function counted(lines: readonly { readonly name: unknown; readonly count: number }[]): TemplateResult {
  return html`<ul class="scores">
    ${lines.map((one) => html`<li><span>${one.name}</span><b>${number(one.count)}</b></li>`)}
  </ul>`;
}

export function files(preview: Preview): TemplateResult {
  const list = html`<ul class="scores">
    ${preview.files.slice(0, 50).map(
      (one) =>
        html`<li>
          <span title=${one.file}>${said(one.file.split(/[\\/]/).at(-1) ?? one.file)}</span>
          <span class="quiet">${one.dialect} · ${size(one.bytes)}</span>
        </li>`,
    )}
  </ul>`;
  return figure(t('import.files'), list);
}

export function shapes(result: Done): TemplateResult | typeof nothing {
  const lines = Object.entries(result.by_shape).filter(([, count]) => count > 0);
  if (lines.length === 0) return nothing;
  const named = lines.map(([shape, count]) => ({ name: textOf(`shape.${shape}`) ?? shape, count }));
  return figure(t('import.shapes'), counted(named));
}

export function notes(result: Done): TemplateResult | typeof nothing {
  const lines = Object.entries(result.notes).filter(([code]) => code !== 'only_beginning_read');
  if (lines.length === 0) return nothing;
  const named = lines.map(([code, count]) => ({ name: textOf(`note.${code}`) ?? code.replaceAll('_', ' '), count }));
  return figure(t('import.notes'), counted(named));
}

const shownRows = 12;

export function refused(panel: ImportPanel, result: Done): TemplateResult | typeof nothing {
  if (result.refused === 0) return nothing;
  const rows = result.refused_rows.slice(0, shownRows);
  const left = result.refused - rows.length;
  const reasons = Object.entries(result.refused_by).map(([code, count]) => ({
    name: textOf(`refused.${code}`) ?? code,
    count,
  }));
  const list = html`${counted(reasons)}
    <ul class="refused">
      ${rows.map((row) => {
        const open = (): void => panel.host.send({ type: 'open_file', file: row.file, line: row.line });
        const name = row.file.split(/[\\/]/).at(-1) ?? row.file;
        const line = row.line > 0 ? t('import.line', { n: row.line }) : said(name);
        return html`<li>
          ${linkButton(line, open, t('import.open_line', { file: row.file, n: row.line }))}
          <span class="quiet">${whatToDo(panel, row)}</span>
        </li>`;
      })}
    </ul>
    ${left > 0 ? html`<p class="quiet">${t('import.refused_more', { n: left })}</p>` : nothing}`;
  return figure(t('import.refused_title'), list);
}

/** The engine's sentence, but for what the dialog itself can mend. */
function whatToDo(panel: ImportPanel, row: Done['refused_rows'][number]): unknown {
  if (row.code !== 'unrecognised_shape') return said(row.message);
  return t(panel.state.done ? 'refused.unrecognised_shape.again' : 'refused.unrecognised_shape.how');
}

export function masked(result: Pick<Preview, 'masks'>, title: string): TemplateResult {
  const masks = result.masks.filter((one) => one.count > 0);
  if (masks.length === 0) return figure(title, html`<p class="quiet">${t('import.masked_none')}</p>`);
  const list = html`<p class="quiet masks-help">${t('import.masked_help')}</p>
    <ul class="masks">
      ${masks.map(
        (one) =>
          html`<li>
            <p class="mask-head"><span>${codicon('shield')}${kindName(one.kind)}</span><b>${number(one.count)}</b></p>
            ${one.examples.slice(0, 2).map((example) => html`<p class="mask-example quiet" dir="auto">${said(example)}</p>`)}
          </li>`,
      )}
    </ul>`;
  return figure(title, list);
}
