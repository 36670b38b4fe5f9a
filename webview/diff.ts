import { diffWordsWithSpace } from 'diff';
import { html, type TemplateResult } from 'lit';
import { t } from './words';

/** Comparing longer texts, or texts this different, would hold up typing. */
const longest = 40_000;
const mostEdits = 1500;
const longestTime = 40;

export interface Change {
  readonly text: string;
  readonly is: 'same' | 'added' | 'removed';
}

/** Word by word; undefined when the two are too long or too different to compare while one types. */
export function wordChanges(before: string, after: string): Change[] | undefined {
  if (before.length + after.length > longest) return undefined;
  const found = diffWordsWithSpace(before, after, { maxEditLength: mostEdits, timeout: longestTime });
  return found && joined(found.map((one) => ({ text: one.value, is: one.added ? 'added' : one.removed ? 'removed' : 'same' })));
}

/** Rewritten words in a row read as one phrase out and one phrase in, not as pairs with only a blank between them. */
function joined(changes: readonly Change[]): Change[] {
  const result: Change[] = [];
  let removed = '';
  let added = '';
  const flush = (): void => {
    if (removed !== '') result.push({ text: removed, is: 'removed' });
    if (added !== '') result.push({ text: added, is: 'added' });
    removed = added = '';
  };
  changes.forEach(({ text, is }, index) => {
    const isBetween = removed !== '' && added !== '' && (changes[index + 1]?.is ?? 'same') !== 'same';
    if (is === 'removed') removed += text;
    else if (is === 'added') added += text;
    else if (isBetween && text.trim() === '') {
      removed += text;
      added += text;
    } else {
      flush();
      result.push({ text, is });
    }
  });
  flush();
  return result;
}

/** The changes as marked text; screen readers are told where something was added or removed. */
export function diffView(before: string, after: string): TemplateResult {
  if (before === after) return html`<div class="diff quiet">${t('diff.same')}</div>`;
  const changes = wordChanges(before, after);
  if (!changes) return html`<div class="diff quiet">${t('diff.too_long')}</div>`;
  return html`<div class="diff" role="group" aria-label=${t('diff.title')}>
    ${changes.map((one) =>
      one.is === 'added'
        ? html`<ins>${one.text}</ins>`
        : one.is === 'removed'
          ? html`<del>${one.text}</del>`
          : html`<span>${one.text}</span>`,
    )}
  </div>`;
}
