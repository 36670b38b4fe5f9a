import { html, nothing, type TemplateResult } from 'lit';
import { number } from '../words';

/** A part of the side column, with how much there is of it. */
export function section(title: string, body: unknown, count?: number): TemplateResult {
  return html`<section class="side-section">
    <h2>${title}${count === undefined ? nothing : html`<b class="badge">${number(count)}</b>`}</h2>
    ${body}
  </section>`;
}
