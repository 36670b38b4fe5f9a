import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { lengthOf } from '../../core/dataset/sample-order';
import { codicon, linkButton, progressRing } from '../controls';
import { codeBlock } from '../text/code-block';
import { longText } from '../text/long';
import { markdown } from '../text/markdown';
import { said } from '../said';
import { number, t, textOf, tn } from '../words';
import type { DatasetPanel, Report, SampleForm, Samples, SampleSplit } from './panel';

type Row = Samples['rows'][number];

function segments<T extends string>(
  label: string,
  chosen: T,
  options: readonly { readonly id: T; readonly label: string }[],
  onChoose: (id: T) => void,
): TemplateResult {
  return html`<div class="starts" role="group" aria-label=${label}>
    ${options.map(
      (one) =>
        html`<button type="button" class="segment" aria-pressed=${one.id === chosen} @click=${() => onChoose(one.id)}>
          ${one.label}
        </button>`,
    )}
  </div>`;
}

interface Spoken {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: unknown;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isMessage(value: unknown): value is Spoken {
  return isRecord(value) && typeof value['role'] === 'string' && 'content' in value;
}

/** Anything that is no text is shown as JSON, folded like other long text. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

function message(one: Spoken): TemplateResult {
  const text = one.content === null || one.content === undefined ? '' : plainText(one.content);
  const body = one.role === 'assistant' || one.role === 'user' ? markdown(text) : longText({ text, lines: 6 });
  return html`<div class="sample-message role-${one.role}">
    <span class="sample-role">${textOf(`role.${one.role}`) ?? said(one.role)}</span>
    <div>
      ${text === '' ? nothing : body}${one.tool_calls === undefined ? nothing : codeBlock(plainText(one.tool_calls), 'json')}
    </div>
  </div>`;
}

function field(value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && value.every(isMessage)) return value.map(message);
  if (typeof value === 'string') return markdown(value);
  return typeof value === 'boolean' || typeof value === 'number'
    ? html`<code>${String(value)}</code>`
    : codeBlock(plainText(value), 'json');
}

function readable(row: unknown): unknown {
  if (!isRecord(row)) return field(row);
  return Object.entries(row).map(
    ([name, value]) =>
      html`<div class="sample-field field-${name}">
        <h3>${said(name)}</h3>
        <div>${field(value)}</div>
      </div>`,
  );
}

function isConversation(value: unknown): value is readonly Spoken[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMessage);
}

/** The last thing said, or called, else the text itself: what a table cell has room for. */
function short(value: unknown): string {
  if (!isConversation(value)) return plainText(value).slice(0, 200);
  const last = value.at(-1);
  const text = plainText(last?.content ?? '').slice(0, 200);
  return text.trim() === '' && last?.tool_calls !== undefined ? JSON.stringify(last.tool_calls).slice(0, 200) : text;
}

function cell(value: unknown): TemplateResult {
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  const messages = isConversation(value) && value.length > 1 ? `${tn('samples.messages', value.length)} · ` : '';
  const size = html`<span class="quiet size">${messages}${tn('samples.characters', lengthOf(value))}</span>`;
  return html`${said(short(value))}${isPlain ? nothing : size}`;
}

const arrows = { ascending: 'arrow-up', descending: 'arrow-down' } as const;

/** A click or Enter sorts by the column, the next the other way round, the third as the dataset has the rows. */
function columnHead(panel: DatasetPanel, name: string): TemplateResult {
  const { sort } = panel.state;
  const way = sort?.column === name ? (sort.descending ? 'descending' : 'ascending') : undefined;
  return html`<th scope="col" aria-sort=${way ?? 'none'}>
    <button type="button" class="column-head" title=${t('samples.sort')} @click=${() => void panel.sortBy(name)}>
      ${said(name)}${way ? codicon(arrows[way]) : nothing}
    </button>
  </th>`;
}

function table(panel: DatasetPanel, rows: readonly Row[]): TemplateResult {
  const names = [...new Set(rows.flatMap(({ row }) => (isRecord(row) ? Object.keys(row) : [])))].slice(0, 12);
  return html`<div class="sample-table" aria-busy=${panel.state.sorting}>
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">${t('samples.split')}</th>
          ${names.map((name) => columnHead(panel, name))}
          <th scope="col">${t('samples.trace')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ row, trace, split }, index) =>
            html`<tr>
              <td class="quiet">${index + 1}</td>
              <td class="whole">${t(`samples.${split}`)}</td>
              ${names.map((name) => html`<td>${isRecord(row) && name in row ? cell(row[name]) : nothing}</td>`)}
              <td class="whole">${open(panel, trace)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function open(panel: DatasetPanel, trace: string): TemplateResult {
  return linkButton(t('samples.open'), () => panel.host.send({ type: 'open_trace', trace }));
}

function card(panel: DatasetPanel, one: Row, index: number, form: SampleForm): TemplateResult {
  return html`<li class="sample">
    <div class="sample-head">
      <h2>${t('samples.row', { n: index + 1 })}</h2>
      <span class="mini">${t(`samples.${one.split}`)}</span>
      ${open(panel, one.trace)}
    </div>
    ${guard([one, form], () => (form === 'json' ? codeBlock(JSON.stringify(one.row, null, 2), 'json') : readable(one.row)))}
  </li>`;
}

/** Rows that the target would not take: they are not written, and why. */
function refusedRows(panel: DatasetPanel, { refused }: Samples): TemplateResult | typeof nothing {
  if (refused.length === 0) return nothing;
  return html`<section class="samples-refused">
    <h2>${tn('samples.refused', refused.length)}</h2>
    <ul class="scores">
      ${refused.map(({ trace, code }) => html`<li><span>${textOf(`not_written.${code}`) ?? said(code)}</span>${open(panel, trace)}</li>`)}
    </ul>
  </section>`;
}

function list(panel: DatasetPanel, found: Samples): TemplateResult {
  const { form } = panel.state;
  if (found.total === 0) return html`<p class="quiet">${t('samples.none')}</p>`;
  const left = found.total - found.rows.length - found.refused.length;
  return html`${
    form === 'table'
      ? table(panel, found.rows)
      : html`<ol class="samples">
          ${found.rows.map((one, index) => card(panel, one, index, form))}
        </ol>`
  }
  ${refusedRows(panel, found)}
  ${
    left > 0
      ? html`<button type="button" class="more" @click=${() => void panel.readSamples(true)}>${t('samples.more')}</button>`
      : nothing
  }`;
}

/** Rows as the trainer will see them. */
export function samples(panel: DatasetPanel, { report, method }: Report): TemplateResult {
  const { split, form, target, targets, samples: found } = panel.state;
  const able = (targets ?? []).filter(({ methods }) => methods.some((one) => one === method));
  const splits: { id: SampleSplit; label: string }[] = [{ id: 'all', label: t('samples.all') }];
  splits.push({ id: 'train', label: t('samples.train') });
  if (report.holdout_rows > 0) splits.push({ id: 'holdout', label: t('samples.holdout') });
  const forms = (['readable', 'table', 'json'] as const).map((id) => ({ id, label: t(`samples.${id}`) }));
  return html`<div class="samples-tab">
    <div class="samples-bar">
      ${segments(t('samples.which'), split, splits, (id) => panel.chooseSplit(id))}
      ${segments(t('samples.how'), form, forms, (id) => panel.change({ form: id }))}
      <span class="quiet">
        ${found ? t('samples.count', { shown: number(found.rows.length + found.refused.length), total: number(found.total) }) : nothing}
        · ${able.length > 1 ? t('samples.written') : t('samples.as', { target: able[0]?.title ?? target })}
      </span>
      ${
        able.length > 1
          ? segments(
              t('samples.written'),
              target,
              able.map(({ id, title }) => ({ id, label: title })),
              (id) => panel.chooseTarget(id),
            )
          : nothing
      }
    </div>
    ${found ? list(panel, found) : progressRing(t('loading.title'))}
  </div>`;
}
