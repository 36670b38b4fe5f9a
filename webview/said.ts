import { html, type TemplateResult } from 'lit';
import { kindName } from './text/dom';
import { cleaned, pieces, type Piece } from './text/visible';
import { t } from './words';

function part(piece: Piece): string | TemplateResult {
  if (piece.is === 'text') return piece.text;
  if (piece.is === 'hidden') {
    return html`<span class="hidden-character" title=${t('text.hidden', { name: piece.name })}>${piece.name}</span>`;
  }
  const kind = kindName(piece.kind);
  return html`<span class="marker" title=${t('text.redacted', { kind })}
    >${piece.n > 1 ? `${kind} ${String(piece.n)}` : kind}</span
  >`;
}

/** A short text of a trace inside a template: what could hide is shown, what was masked is a chip. */
export function said(text: string): unknown {
  return pieces(cleaned(text)).map(part);
}
