import { html, nothing, type TemplateResult } from 'lit';
import { codicon, iconButton, linkButton, tag } from '../controls';
import { said } from '../said';
import { withKey } from '../keys';
import { ago, number, t, time } from '../words';
import { isBlind } from './blind';
import { runCommand } from './commands';
import { spokenTitle, titleOf, type TracePanel } from './panel';
import { neighbour } from './queue';
import { copyId, openOrigin, toggleSide } from './small-acts';
import type { Shown } from './state';
import { addAttribute, addLabel, removeAttribute, removeLabel } from './tags';

const stateIcons = {
  unreviewed: 'circle-large',
  reviewed: 'pass-filled',
  disputed: 'warning',
  skipped: 'debug-step-over',
} as const;

function nav(panel: TracePanel, shown: Shown): TemplateResult {
  const { mac } = panel.state.settings;
  const { position, total, previous, next } = shown.queue;
  return html`<nav class="queue" aria-label=${t('header.queue')}>
    ${iconButton({
      icon: 'chevron-left',
      label: withKey(t('header.previous'), 'previous_trace', mac),
      disabled: previous === null,
      onClick: () => void neighbour(panel, 'previous'),
    })}
    <span class="position">${t('header.position', { position: number(position), total: number(total) })}</span>
    ${iconButton({
      icon: 'chevron-right',
      label: withKey(t('header.next'), 'next_trace', mac),
      disabled: next === null,
      onClick: () => void neighbour(panel, 'next'),
    })}
    ${iconButton({
      icon: panel.state.side ? 'layout-sidebar-right' : 'layout-sidebar-right-off',
      label: withKey(t('header.side'), 'side', mac),
      pressed: panel.state.side,
      onClick: () => toggleSide(panel),
    })}
    ${iconButton({
      icon: 'question',
      label: withKey(t('header.help'), 'help', mac),
      onClick: () => panel.change({ help: true }),
    })}
  </nav>`;
}

/** The file without its folders; the whole path is the tooltip. */
function originLink(panel: TracePanel, shown: Shown): unknown {
  const { file, line } = shown.trace.origin;
  if (file === undefined) return nothing;
  const name = file.split(/[\\/]/).at(-1) ?? file;
  const label = html`${codicon('go-to-file')}${line === undefined ? name : `${name}:${String(line)}`}`;
  return html`<li>${linkButton(label, () => openOrigin(panel), withKey(file, 'open_origin', panel.state.settings.mac))}</li>`;
}

function expiry(shown: Shown): unknown {
  const { pinned, expires_at } = shown.facts;
  if (pinned) return html`<li>${codicon('pinned')}${t('header.pinned')}</li>`;
  if (expires_at === undefined) return nothing;
  return html`<li title=${time(expires_at)}>${codicon('history')}${t('header.expires', { when: ago(expires_at) })}</li>`;
}

function meta(panel: TracePanel, shown: Shown): TemplateResult {
  const { trace } = shown;
  const model = isBlind(panel.state) ? t('header.model_hidden') : trace.model;
  return html`<ul class="meta" aria-label=${t('header.facts')}>
    <li title=${t('header.source')}>${codicon('database')}${said(trace.source)}</li>
    ${model === undefined ? nothing : html`<li title=${t('header.model')}>${codicon('hubot')}${said(model)}</li>`}
    <li title=${t('header.captured', { when: time(trace.captured_at) })}>${codicon('clock')}${time(trace.captured_at)}</li>
    ${originLink(panel, shown)}
    <li class="id">
      <code title=${trace.id}>${trace.id.slice(0, 10)}</code>
      ${iconButton({
        icon: 'copy',
        label: withKey(t('header.copy_id'), 'copy_id', panel.state.settings.mac),
        onClick: () => copyId(panel),
      })}
    </li>
    ${expiry(shown)}
    ${shown.facts.tainted.map((reason) => html`<li class="bad">${codicon('warning')}${t('header.tainted', { reason })}</li>`)}
    ${trace.flags.truncated ? html`<li class="bad">${codicon('warning')}${t('header.truncated')}</li>` : nothing}
  </ul>`;
}

function adder(panel: TracePanel, kind: 'label' | 'attribute'): TemplateResult {
  const { state } = panel;
  if (state.adding !== kind) {
    const label = t(kind === 'label' ? 'tags.add_label' : 'tags.add_attribute');
    return html`<button
      type="button"
      class="tag-add"
      title=${withKey(label, kind, state.settings.mac)}
      @click=${() => runCommand(panel, kind)}
    >
      ${codicon('add')}${label}
    </button>`;
  }
  const options =
    kind === 'label'
      ? state.labels.filter((label) => !state.shown?.facts.labels.includes(label))
      : Object.entries(state.attributes).flatMap(([key, values]) => values.map((value) => `${key}=${value}`));
  const choose = (event: CustomEvent<string>): void => void (kind === 'label' ? addLabel : addAttribute)(panel, event.detail);
  return html`<loop-suggest
    id="add-${kind}"
    label=${t(kind === 'label' ? 'tags.add_label' : 'tags.add_attribute')}
    placeholder=${t(kind === 'label' ? 'tags.label_placeholder' : 'tags.attribute_placeholder')}
    .options=${options}
    @loop-choose=${choose}
    @loop-leave=${() => panel.change({ adding: undefined })}
  ></loop-suggest>`;
}

function tags(panel: TracePanel, shown: Shown): TemplateResult {
  const { labels, attributes } = shown.facts;
  return html`<div class="tags" role="group" aria-label=${t('tags.title')}>
    ${labels.map((label) =>
      tag({
        text: label,
        icon: 'tag',
        removeLabel: t('tags.remove', { name: label }),
        onRemove: () => void removeLabel(panel, label),
      }),
    )}
    ${Object.entries(attributes).map(([key, value]) =>
      tag({
        text: `${key}=${value}`,
        removeLabel: t('tags.remove', { name: key }),
        onRemove: () => void removeAttribute(panel, key),
      }),
    )}
    ${adder(panel, 'label')}${adder(panel, 'attribute')}
  </div>`;
}

export function header(panel: TracePanel, shown: Shown): TemplateResult {
  const { state } = shown.facts;
  const title = titleOf(shown.conversation, shown.turn);
  return html`<header class="head">
    <div class="head-top">
      <i
        class="codicon codicon-${stateIcons[state]} state-${state}"
        role="img"
        aria-label=${t(`state.${state}`)}
        title=${t(`state.${state}`)}
      ></i>
      <h1 title=${spokenTitle(shown.conversation, shown.turn)}>${title ? said(title) : t('header.untitled')}</h1>
      ${nav(panel, shown)}
    </div>
    ${meta(panel, shown)} ${tags(panel, shown)}
  </header>`;
}
