import { html, nothing, type TemplateResult } from 'lit';
import type { mappable } from '../../core/import/mapping';
import { button, dropdown, type Option } from '../controls';
import { said } from '../said';
import type { StringKey } from '../strings';
import { t } from '../words';
import type { ImportPanel, Preview } from './panel';

/** Our fields in the user's words; one without a name does not compile. */
const names: Readonly<Record<(typeof mappable)[number], StringKey>> = {
  prompt: 'field.prompt',
  completion: 'field.completion',
  messages: 'field.messages',
  chosen: 'field.chosen',
  rejected: 'field.rejected',
  label: 'field.label',
  score: 'field.score',
  reference: 'field.reference',
  system: 'field.system',
  model: 'field.model',
  id: 'field.id',
  request_id: 'field.request_id',
  captured_at: 'field.captured_at',
  labels: 'field.labels',
  task_key: 'field.task_key',
  tools: 'field.tools',
};

/** An attribute's key as the mapping takes it: letters, digits, `_`, `.` and `-`. */
function keyOf(column: string): string {
  return column.replace(/[^\p{L}\p{N}_.-]+/gu, '_');
}

function options(column: string): Option[] {
  const attribute = { value: `attribute:${keyOf(column)}`, label: t('field.attribute', { key: keyOf(column) }) };
  const known = Object.entries(names).map(([value, key]) => ({ value, label: t(key) }));
  return [{ value: '', label: t('import.not_used') }, ...known, attribute];
}

function row(panel: ImportPanel, column: Preview['fields'][number]): TemplateResult {
  const read = panel.state.readings[column.name] ?? column.reads_as;
  const suggested = read === undefined ? panel.suggested[column.name] : undefined;
  const chosen = read ?? suggested ?? '';
  return html`<tr>
    <th scope="row"><code>${said(column.name)}</code></th>
    <td>
      ${dropdown({
        label: t('import.reads_as_of', { column: column.name }),
        value: chosen,
        options: options(column.name),
        onChange: (field) => {
          if (field !== chosen) panel.read(column.name, field);
        },
      })}
      ${suggested === undefined ? nothing : html`<span class="mini">${t('import.suggested')}</span>`}
    </td>
  </tr>`;
}

/** Readings proposed by the columns' names take effect only when they are confirmed here. */
function proposal(panel: ImportPanel): TemplateResult | typeof nothing {
  const proposed = panel.suggested;
  const names = Object.keys(proposed);
  if (names.length === 0) return nothing;
  return html`<p class="proposal">
    ${button({ label: t('import.propose'), icon: 'check', primary: true, onClick: () => panel.readAs(proposed) })}
    <span class="quiet">${t('import.propose_help')}</span>
  </p>`;
}

/** What the columns hold. Open when nothing can be read without it, else folded away. */
export function columns(panel: ImportPanel, preview: Preview, isNeeded: boolean): TemplateResult | typeof nothing {
  if (preview.fields.length === 0) return nothing;
  const isUnknown = (preview.refused_by['unrecognised_shape'] ?? 0) > 0;
  const open = isNeeded || isUnknown || Object.keys(panel.state.readings).length > 0;
  return html`<details class="columns" ?open=${open}>
    <summary>${t('import.columns')}<b class="badge">${preview.fields.length}</b></summary>
    <p class="quiet">${t('import.columns_help')}</p>
    ${proposal(panel)}
    <table>
      <thead>
        <tr>
          <th scope="col">${t('import.column')}</th>
          <th scope="col">${t('import.reads_as')}</th>
        </tr>
      </thead>
      <tbody>
        ${preview.fields.slice(0, 60).map((column) => row(panel, column))}
      </tbody>
    </table>
  </details>`;
}
