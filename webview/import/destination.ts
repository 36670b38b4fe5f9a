import { html, nothing, type TemplateResult } from 'lit';
import { tag, textField } from '../controls';
import { t } from '../words';
import type { ImportPanel, Preview } from './panel';

function labels(panel: ImportPanel): TemplateResult {
  const { labels: chosen, known_labels } = panel.state;
  const add = (label: string): void => {
    if (!chosen.includes(label)) panel.change({ labels: [...chosen, label] });
  };
  return html`<div class="tags" role="group" aria-label=${t('import.labels')}>
    ${chosen.map((label) =>
      tag({
        text: label,
        icon: 'tag',
        removeLabel: t('tags.remove', { name: label }),
        onRemove: () => panel.change({ labels: chosen.filter((one) => one !== label) }),
      }),
    )}
    <loop-suggest
      id="import-label"
      .quiet=${true}
      label=${t('import.labels')}
      placeholder=${t('tags.label_placeholder')}
      .options=${known_labels.filter((label) => !chosen.includes(label))}
      @loop-choose=${(event: CustomEvent<string>) => add(event.detail)}
    ></loop-suggest>
  </div>`;
}

function scale(panel: ImportPanel): TemplateResult {
  const { scale: typed } = panel.state;
  const field = (key: 'low' | 'high', label: string): TemplateResult =>
    textField({
      label,
      value: typed[key],
      hideLabel: true,
      placeholder: label,
      className: 'short',
      onInput: (text) => panel.typeScale({ ...typed, [key]: text }),
    });
  return html`<div class="form-row">
    <span class="form-label">${t('import.scale')}</span>
    <div>
      <div class="scale">
        ${field('low', t('import.scale_low'))}<span class="quiet">${t('import.scale_to')}</span
        >${field('high', t('import.scale_high'))}
      </div>
      <p class="quiet">${t('import.scale_help')}</p>
    </div>
  </div>`;
}

/** Under which name the conversations are kept, and with which labels. */
export function destination(panel: ImportPanel, preview: Preview): TemplateResult {
  const { source, sources, scale: typed } = panel.state;
  // Where the keyboard begins, Enter does what the page is for. A key still held down from choosing the file does not.
  const enter = (event: KeyboardEvent): void => {
    const plain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (event.key === 'Enter' && plain && !event.isComposing && !event.repeat) void panel.run();
  };
  const needsScale = (preview.notes['score_without_scale'] ?? 0) > 0 || typed.low !== '' || typed.high !== '';
  return html`<section class="destination" aria-label=${t('import.into')}>
    <div class="form-row">
      <label class="form-label" for="import-source">${t('import.source')}</label>
      <div>
        <input
          id="import-source"
          type="text"
          class="input"
          maxlength="120"
          list="source-names"
          .value=${source}
          aria-describedby="source-help"
          @input=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) panel.typeSource(event.target.value);
          }}
          @keydown=${enter}
        />
        <datalist id="source-names">${sources.map((one) => html`<option value=${one}></option>`)}</datalist>
        <p class="quiet" id="source-help">${t('import.source_help')}</p>
      </div>
    </div>
    <div class="form-row">
      <span class="form-label">${t('import.labels')}</span>
      ${labels(panel)}
    </div>
    ${needsScale ? scale(panel) : nothing}
  </section>`;
}
