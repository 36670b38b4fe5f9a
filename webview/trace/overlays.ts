import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';
import { filterKey, traceCommands, type TraceCommand } from '../../core/protocol/panel';
import { button, codicon, iconButton } from '../controls';
import { keyName } from '../keys';
import { t, tn } from '../words';
import type { TracePanel } from './panel';
import { closeSearch, searchFor, stepMatch } from './search';
import type { Search } from './state';

function openDialog(element: Element | undefined): void {
  // Called while the element is being made; it can open once it is in the page.
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
  });
}

/** A dialog that Escape closes, before the workbench sees the key. */
function dialog(title: string, className: string, close: () => void, body: unknown): TemplateResult {
  return html`<dialog
    class=${className}
    aria-label=${title}
    ${ref(openDialog)}
    @close=${close}
    @click=${(event: Event) => event.target === event.currentTarget && close()}
  >
    <div class="dialog-body">
      <h2 tabindex="-1" autofocus>${title}</h2>
      ${body}
    </div>
  </dialog>`;
}

/** The nine choices are one line. */
type Listed = Exclude<TraceCommand, `choice_${number}`> | 'choice_1' | 'filter';

const groups: readonly { readonly title: 'help.verdicts' | 'help.moving' | 'help.more'; readonly commands: readonly Listed[] }[] =
  [
    {
      title: 'help.verdicts',
      commands: [
        'up',
        'down',
        'fix',
        'gold',
        'skip',
        'note',
        'reason',
        'choice_1',
        'candidate',
        'compare',
        'tie',
        'undo',
        'redo',
        'save',
        'leave',
      ],
    },
    {
      title: 'help.moving',
      commands: ['next_trace', 'previous_trace', 'next_message', 'previous_message', 'judge_turn', 'search', 'filter'],
    },
    { title: 'help.more', commands: ['label', 'attribute', 'open_origin', 'copy_id', 'side', 'help'] },
  ];

function keysOf(command: Listed): readonly string[] {
  if (command === 'choice_1') return ['1 – 9'];
  return command === 'filter' ? [filterKey] : traceCommands[command];
}

function row(command: Listed, mac: boolean): TemplateResult {
  const keys = keysOf(command);
  return html`<div class="key-row">
    <dt>${keys.map((key) => html`<kbd>${command === 'choice_1' ? key : keyName(key, mac)}</kbd>`)}</dt>
    <dd>${t(command === 'choice_1' ? 'command.choice' : `command.${command}`)}</dd>
  </div>`;
}

export function help(panel: TracePanel): TemplateResult {
  const close = (): void => panel.change({ help: false });
  const { mac } = panel.state.settings;
  const body = html`<div class="key-groups">
      ${groups.map(
        (group) =>
          html`<section>
            <h3>${t(group.title)}</h3>
            <dl>${group.commands.map((command) => row(command, mac))}</dl>
          </section>`,
      )}
    </div>
    <p class="quiet">${t('help.remap')}</p>
    <div class="editor-buttons">${button({ label: t('help.close'), onClick: close })}</div>`;
  return dialog(t('help.title'), 'help', close, body);
}

function countOf(search: Search): string {
  if (search.text === '') return '';
  const n = search.matches.length;
  const found = n === 0 ? t('search.none') : search.at < 0 ? tn('search.count', n) : t('search.at', { at: search.at + 1, n });
  return search.unread > 0 ? `${found} · ${tn('search.unread', search.unread)}` : found;
}

export function searchBox(panel: TracePanel, search: Search): TemplateResult {
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') closeSearch(panel);
    else if (event.key === 'Enter') stepMatch(panel, event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return html`<div class="search" role="search">
    ${codicon('search')}
    <input
      id="search"
      type="text"
      class="input"
      spellcheck="false"
      aria-label=${t('search.label')}
      placeholder=${t('search.label')}
      .value=${live(search.text)}
      @keydown=${key}
      @input=${(event: Event) => {
        if (event.target instanceof HTMLInputElement) void searchFor(panel, event.target.value);
      }}
    />
    <span class="search-count quiet" aria-live="polite">${countOf(search)}</span>
    ${iconButton({ icon: 'arrow-up', label: t('search.previous'), onClick: () => stepMatch(panel, -1) })}
    ${iconButton({ icon: 'arrow-down', label: t('search.next'), onClick: () => stepMatch(panel, 1) })}
    ${iconButton({ icon: 'close', label: t('search.close'), onClick: () => closeSearch(panel) })}
  </div>`;
}
