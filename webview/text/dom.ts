import { textOf, t } from '../words';
import { cleaned, hasSpecial, pieces, type Piece } from './visible';

type Child = Node | string;

/** An element with a class and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className = '',
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

export function icon(name: string): HTMLElement {
  const element = el('i', `codicon codicon-${name}`);
  element.setAttribute('aria-hidden', 'true');
  return element;
}

/** The name of a redaction kind in the user's language. */
export function kindName(kind: string): string {
  return textOf(`redaction.${kind}`) ?? kind.replaceAll('_', ' ');
}

function chip(piece: Exclude<Piece, { is: 'text' }>): HTMLElement {
  if (piece.is === 'hidden') {
    const element = el('span', 'hidden-character', piece.name);
    element.title = t('text.hidden', { name: piece.name });
    return element;
  }
  const label = piece.n > 1 ? `${kindName(piece.kind)} ${piece.n}` : kindName(piece.kind);
  const element = el('span', 'marker', icon('shield'), label);
  element.title = t('text.redacted', { kind: kindName(piece.kind) });
  return element;
}

/** Text with redaction markers as chips and hidden characters shown. */
export function shown(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const piece of pieces(cleaned(text))) fragment.append(piece.is === 'text' ? piece.text : chip(piece));
  return fragment;
}

/** Does the same to the text nodes of a tree that is already there. */
export function showSpecials(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text && hasSpecial(node.data)) found.push(node);
  }
  for (const node of found) node.replaceWith(shown(node.data));
}
