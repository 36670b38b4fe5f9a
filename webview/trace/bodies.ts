import type { MediaPart, Message, ToolCall } from '../../core/trace/model';
import { codeBlock } from '../text/code-block';
import { el, icon, shown } from '../text/dom';
import { fieldsOf, isScalar, jsonTree, readJson, scalar, type Json } from '../text/json';
import { longText } from '../text/long';
import { markdown } from '../text/markdown';
import { size, t } from '../words';
import { partsOf, textOfMessage, type Loaded } from './conversation';

/** Elements for what a message holds. Each is made once: drawing again puts the same element back. */
const made = new WeakMap<object, Map<string, HTMLElement>>();

function once(key: object, kind: string, make: () => HTMLElement): HTMLElement {
  const kinds = made.get(key) ?? new Map<string, HTMLElement>();
  made.set(key, kinds);
  const known = kinds.get(kind) ?? make();
  kinds.set(kind, known);
  return known;
}

/** Reads all of a message that came in part. */
export type Whole = () => Promise<string>;

function media(part: MediaPart): HTMLElement {
  const name = part.name ?? part.media_type ?? t(`media.${part.type}`);
  const bytes = part.bytes === undefined ? [] : [el('span', 'quiet', size(part.bytes))];
  const symbol = part.type === 'image' ? 'file-media' : part.type === 'audio' ? 'unmute' : 'file';
  const element = el('div', 'media', icon(symbol), el('span', '', shown(name)), ...bytes);
  element.title = t('media.not_fetched');
  return element;
}

/** An answer is shown in full up to this; anything else of prose is folded later than an output. */
const answerLimits = { lines: 2000, characters: 60_000 };
const proseLimits = { lines: 200, characters: 20_000 };

function prose(text: string, cut: number | undefined, whole: Whole, limits: { lines: number; characters: number }): HTMLElement {
  if (text.trim() === '') return el('div', 'nothing', t('message.empty'));
  const isLong = text.length > limits.characters || cut !== undefined;
  if (isLong) return longText({ text, cut, whole, ...limits });
  return markdown(text);
}

/** The words of a user or assistant message, Markdown drawn. Notes are about words inside `.words`. */
export function proseOf(loaded: Loaded, isAnswer: boolean, whole: Whole): HTMLElement {
  const words = drawnProse(loaded, isAnswer, whole);
  words.classList.add('words');
  return words;
}

function drawnProse(loaded: Loaded, isAnswer: boolean, whole: Whole): HTMLElement {
  const limits = isAnswer ? answerLimits : proseLimits;
  return once(loaded, isAnswer ? 'answer' : 'prose', () => {
    const parts = partsOf(loaded.message);
    if (parts.length === 0) return el('div', 'nothing', t('message.empty'));
    const only = parts[0];
    if (parts.length === 1 && only?.type === 'text') return prose(only.text, loaded.cut, whole, limits);
    const shownParts = parts.map((part) => (part.type === 'text' ? prose(part.text, undefined, whole, limits) : media(part)));
    return el('div', 'parts', ...shownParts);
  });
}

/** An instruction or a thought, folded: its first line says enough to know it again. */
export function foldedText(key: object, kind: string, title: string, text: string): HTMLElement {
  return once(key, kind, () => {
    const head = text.trim().replace(/\s+/g, ' ').slice(0, 120);
    const details = el('details', 'folded');
    details.append(el('summary', '', el('span', 'folded-title', title), el('span', 'quiet folded-head', shown(head))));
    details.addEventListener('toggle', () => {
      if (details.open && details.children.length === 1)
        details.append(el('div', 'folded-body', longText({ text, lines: 120, characters: 20_000 })));
    });
    return details;
  });
}

/** A tool's output: JSON as a tree, else text folded at 40 lines. */
export function outputOf(loaded: Loaded, whole: Whole): HTMLElement {
  return once(loaded, 'output', () => {
    const text = textOfMessage(loaded.message);
    const others = partsOf(loaded.message).flatMap((part) => (part.type === 'text' ? [] : [media(part)]));
    const json = loaded.cut === undefined && loaded.message.error === undefined ? readJson(text) : undefined;
    const body =
      text.trim() === '' && others.length === 0
        ? el('div', 'nothing', t('message.empty_output'))
        : json
          ? switched('output', [
              { icon: 'list-tree', label: t('json.tree'), make: () => jsonTree(json) },
              { icon: 'json', label: t('json.text'), make: () => codeBlock(json.text, 'json') },
            ])
          : longText({ text, cut: loaded.cut, whole });
    return el('div', 'output', ...(text.trim() === '' && others.length > 0 ? [] : [body]), ...others);
  });
}

interface Way {
  readonly icon: string;
  readonly label: string;
  readonly make: () => HTMLElement;
}

/** One thing shown in one of several ways, with small buttons to change between them. */
function switched(className: string, ways: readonly Way[]): HTMLElement {
  const body = el('div', 'switched-body');
  const buttons = ways.map((way) => {
    const choose = el('button', 'icon-button', icon(way.icon));
    choose.type = 'button';
    choose.title = way.label;
    choose.setAttribute('aria-label', way.label);
    return choose;
  });
  const show = (index: number): void => {
    const way = ways[index];
    if (way) body.replaceChildren(way.make());
    buttons.forEach((one, at) => one.setAttribute('aria-pressed', String(at === index)));
  };
  buttons.forEach((one, index) => one.addEventListener('click', () => show(index)));
  show(0);
  return el('div', `switched ${className}`, body, el('div', 'switched-ways', ...buttons));
}

function table(json: Json): HTMLElement {
  const rows = fieldsOf(json.root).map((field) => {
    const head = el('th', '', shown(field.name ?? ''));
    head.scope = 'row';
    return el('tr', '', head, el('td', '', scalar(json, field.value)));
  });
  return el('table', 'arguments', el('tbody', '', ...rows));
}

/** Arguments as a table when they are flat, as a tree when not, as text when they are no JSON. */
export function argumentsOf(call: ToolCall): HTMLElement {
  return once(call, 'arguments', () => {
    const json = readJson(call.arguments);
    if (!json) {
      const note = call.arguments.trim() === '' ? t('call.no_arguments') : t('call.broken_arguments');
      return el('div', 'arguments-text', el('div', 'quiet', note), longText({ text: call.arguments }));
    }
    const fields = fieldsOf(json.root);
    if (fields.length === 0) return el('div', 'quiet arguments-text', t('call.no_arguments'));
    const text: Way = { icon: 'json', label: t('json.text'), make: () => codeBlock(json.text, 'json') };
    const tree: Way = { icon: 'list-tree', label: t('json.tree'), make: () => jsonTree(json) };
    const flat = json.root.type === 'object' && fields.length <= 20 && fields.every((field) => isScalar(field.value));
    if (!flat) return switched('', [tree, text]);
    return switched('', [{ icon: 'table', label: t('json.table'), make: () => table(json) }, text]);
  });
}

export function hasWords(message: Message): boolean {
  return partsOf(message).some((part) => part.type !== 'text' || part.text.trim() !== '');
}
