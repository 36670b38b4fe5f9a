import { traceCommands, type TraceCommand } from '../core/protocol/panel';
import { t, textOf } from './words';

const macNames: Readonly<Record<string, string>> = { ctrl: '⌘', shift: '⇧', alt: '⌥', enter: '↩', escape: 'esc' };
const arrows: Readonly<Record<string, string>> = { left: '←', right: '→', up: '↑', down: '↓' };

/** Whether the keyboard before the user is a Mac's; the extension itself may run on another machine. */
export function isMac(): boolean {
  return navigator.userAgent.includes('Mac');
}

/** A key as one reads it: `ctrl+shift+z` → `Ctrl+Shift+Z`, on a Mac `⇧⌘Z`. */
export function keyName(key: string, mac: boolean): string {
  if (key === 'shift+/') return '?';
  // On a Mac they are signs; elsewhere the keys carry words, of the keyboard's language.
  const named = (part: string): string | undefined => (mac ? macNames[part] : textOf(`key.${part}`)) ?? arrows[part];
  const parts = key.split('+').map((part) => named(part) ?? (key.includes('+') ? part.toUpperCase() : part));
  return parts.join(mac ? '' : '+');
}

/** The first default key of a command. */
export function keyOf(command: TraceCommand, mac: boolean): string {
  return keyName(traceCommands[command][0], mac);
}

/** A tooltip with the key in brackets. */
export function withKey(label: string, command: TraceCommand, mac: boolean): string {
  return t('key.hint', { label, key: keyOf(command, mac) });
}

/** Keys with Ctrl or Cmd that belong to the text being edited. */
const editing = new Set(['a', 'c', 'v', 'x', 'z', 'y', 'enter', 'backspace', 'delete', 'arrowleft', 'arrowright', 'home', 'end']);
const fieldTypes = new Set(['text', 'search', 'number', 'date', '']);

function isField(target: EventTarget | undefined): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return fieldTypes.has(target.type);
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('vscode-dropdown, dialog[open]') !== null;
}

/** The workbench sees these keys even while one types: function keys, and chords that are not the text's own. */
function isWorkbench(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (/^f\d+$/.test(key) || key === 'tab') return true;
  return (event.ctrlKey || event.metaKey) && !editing.has(key);
}

/**
 * Keeps keys from the workbench while a field has the caret (or a dialog is open): a letter typed must not also be a
 * command. It runs after the field's own listeners; the workbench listens on the window, later still.
 */
export function guardFields(page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (isField(event.composedPath()[0]) && !isWorkbench(event)) event.stopPropagation();
  });
}

export interface FieldKeys {
  readonly save?: () => void;
  readonly leave?: () => void;
  /** Plain Enter; Shift+Enter still breaks the line. */
  readonly enter?: () => void;
}

/** Ctrl/Cmd+Enter and Escape inside a field. */
export function fieldKeys(keys: FieldKeys): (event: KeyboardEvent) => void {
  return (event) => {
    // Enter that ends a composition chooses a character, not the form.
    if (event.isComposing) return;
    const strong = event.ctrlKey || event.metaKey;
    const act = event.key === 'Escape' ? keys.leave : event.key !== 'Enter' ? undefined : strong ? keys.save : keys.enter;
    if (!act || (event.key === 'Enter' && event.shiftKey)) return;
    event.preventDefault();
    act();
  };
}
