import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodePanels,
  vsCodePanelTab,
  vsCodePanelView,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';

/**
 * Every control the screens use, and the only file that names the toolkit behind them. Text fields, drop-downs, tabs,
 * check boxes and buttons with words are the toolkit's; the many small icon buttons are plain ones in its looks.
 */
export function registerControls(): void {
  const parts = [vsCodeButton(), vsCodeCheckbox(), vsCodeDropdown(), vsCodeOption(), vsCodePanels()];
  provideVSCodeDesignSystem().register(...parts, vsCodePanelTab(), vsCodePanelView(), vsCodeProgressRing(), vsCodeTextField());
}

export function codicon(name: string): TemplateResult {
  return html`<i class="codicon codicon-${name}" aria-hidden="true"></i>`;
}

export interface ButtonOptions {
  readonly label: string;
  readonly icon?: string;
  readonly primary?: boolean;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  /** Shown after the words. */
  readonly key?: string;
  readonly title?: string;
  readonly className?: string;
  readonly onClick: () => void;
}

export function button(o: ButtonOptions): TemplateResult {
  return html`<vscode-button
    appearance=${o.primary ? 'primary' : 'secondary'}
    class=${o.className ?? ''}
    title=${ifDefined(o.title)}
    aria-pressed=${ifDefined(o.pressed === undefined ? undefined : String(o.pressed))}
    ?disabled=${o.disabled ?? false}
    @click=${o.onClick}
    >${o.icon ? html`<i slot="start" class="codicon codicon-${o.icon}" aria-hidden="true"></i>` : nothing}<b class="words"
      >${o.label}</b
    >${o.key ? html`<kbd aria-hidden="true">${o.key}</kbd>` : nothing}</vscode-button
  >`;
}

export interface IconButtonOptions {
  readonly icon: string;
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly className?: string;
  readonly onClick: () => void;
}

export function iconButton(o: IconButtonOptions): TemplateResult {
  return html`<button
    type="button"
    class="icon-button ${o.className ?? ''}"
    title=${o.label}
    aria-label=${o.label}
    aria-pressed=${ifDefined(o.pressed === undefined ? undefined : o.pressed)}
    aria-expanded=${ifDefined(o.expanded === undefined ? undefined : o.expanded)}
    ?disabled=${o.disabled ?? false}
    @click=${o.onClick}
  >
    ${codicon(o.icon)}
  </button>`;
}

/** A button that reads like a link: for places inside sentences and lists. */
export function linkButton(label: unknown, onClick: () => void, title?: string): TemplateResult {
  return html`<button type="button" class="link-button" title=${ifDefined(title)} @click=${onClick}>${label}</button>`;
}

export interface TextFieldOptions {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly hideLabel?: boolean;
  readonly className?: string;
  readonly onInput: (text: string) => void;
  readonly onKey?: (event: KeyboardEvent) => void;
}

/** The value of a toolkit field, whose type is not known to the page. */
function valueOf(event: Event): string {
  const target = event.target;
  return target !== null && 'value' in target ? String(target.value) : '';
}

export function textField(o: TextFieldOptions): TemplateResult {
  return html`<vscode-text-field
    class="field ${o.className ?? ''}"
    placeholder=${ifDefined(o.placeholder)}
    aria-label=${ifDefined(o.hideLabel ? o.label : undefined)}
    .value=${live(o.value)}
    @input=${(event: Event) => o.onInput(valueOf(event))}
    @keydown=${(event: KeyboardEvent) => o.onKey?.(event)}
    >${o.hideLabel ? nothing : o.label}</vscode-text-field
  >`;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export function dropdown(o: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}): TemplateResult {
  return html`<vscode-dropdown
    class="field"
    aria-label=${o.label}
    .value=${live(o.value)}
    @change=${(event: Event) => o.onChange(valueOf(event))}
  >
    ${o.options.map((one) => html`<vscode-option value=${one.value} ?selected=${one.value === o.value}>${one.label}</vscode-option>`)}
  </vscode-dropdown>`;
}

export function checkbox(o: {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}): TemplateResult {
  const change = (event: Event): void => {
    const target = event.target;
    o.onChange(target !== null && 'checked' in target && target.checked === true);
  };
  return html`<vscode-checkbox .checked=${live(o.checked)} @change=${change}>${o.label}</vscode-checkbox>`;
}

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly badge?: string;
  readonly body: () => unknown;
}

/** Tabs with their panels; only the chosen panel is filled. */
export function tabs(o: {
  readonly label: string;
  readonly chosen: string;
  readonly tabs: readonly Tab[];
  readonly onChoose: (id: string) => void;
}): TemplateResult {
  const change = (event: Event): void => {
    // The tab that was chosen; fields inside the panels send `change` events of their own, without one.
    const tab: unknown = event instanceof CustomEvent ? event.detail : undefined;
    if (tab instanceof Element && tab.id.startsWith('tab-')) o.onChoose(tab.id.slice(4));
  };
  return html`<vscode-panels aria-label=${o.label} activeid=${`tab-${o.chosen}`} @change=${change}>
    ${o.tabs.map((tab) => html`<vscode-panel-tab id=${`tab-${tab.id}`}>${tab.label}${badgeOf(tab.badge)}</vscode-panel-tab>`)}
    ${o.tabs.map(
      (tab) => html`<vscode-panel-view id=${`view-${tab.id}`}>${tab.id === o.chosen ? tab.body() : nothing}</vscode-panel-view>`,
    )}
  </vscode-panels>`;
}

function badgeOf(text: string | undefined): unknown {
  return text === undefined ? nothing : html`<b class="badge">${text}</b>`;
}

export function progressRing(label: string): TemplateResult {
  return html`<vscode-progress-ring class="ring" aria-label=${label}></vscode-progress-ring>`;
}

/** A label or attribute; with `onRemove` it can be taken off. */
export function tag(o: {
  readonly text: string;
  readonly icon?: string;
  readonly removeLabel?: string;
  readonly onRemove?: () => void;
}): TemplateResult {
  const { onRemove } = o;
  return html`<span class="tag"
    >${o.icon ? codicon(o.icon) : nothing}<span class="tag-text" title=${o.text}>${o.text}</span>${
      onRemove ? iconButton({ icon: 'close', label: o.removeLabel ?? '', className: 'tag-remove', onClick: onRemove }) : nothing
    }</span
  >`;
}
