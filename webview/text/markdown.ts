import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { t } from '../words';
import { highlighted } from './code';
import { el, showSpecials } from './dom';
import { longText } from './long';
import { cleaned } from './visible';

/** Beyond these a text is shown as it was written: rendering must stay quick whatever a model wrote. */
const longest = 60_000;
const mostTokens = 6000;
const deepest = 20;

const allowed = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'strong', 'em', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'a', 'span', 'div'],
  ],
  ALLOWED_ATTR: ['class', 'data-href', 'start'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

const parser = makeParser();

/** Only web links become links; everything else stays the text it was. */
function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url.trim());
}

function makeParser(): MarkdownIt {
  const md = new MarkdownIt({ html: false, linkify: true, breaks: true, typographer: false });
  Object.assign(md.options, { maxNesting: deepest });
  md.validateLink = isWeb;
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  // A redaction marker stays one, whatever link definition a text has for it.
  md.inline.ruler.before('link', 'marker', (state, silent) => {
    const marker = /^\[redacted:[a-z][a-z0-9_]*(?:#\d+)?\]/.exec(state.src.slice(state.pos, state.pos + 80))?.[0];
    if (marker === undefined) return false;
    if (!silent) state.pending += marker;
    state.pos += marker.length;
    return true;
  });
  drawInline(md);
  drawCode(md);
  drawBlocks(md);
  return md;
}

function drawInline({ renderer, utils }: MarkdownIt): void {
  renderer.rules.link_open = (tokens, index) =>
    `<a class="md-link" data-href="${utils.escapeHtml(tokens[index]?.attrGet('href') ?? '')}">`;
  renderer.rules.image = (tokens, index) => {
    const name = tokens[index]?.content.trim() ?? '';
    return `<span class="md-image">${utils.escapeHtml(name ? t('text.image_named', { name }) : t('text.image'))}</span>`;
  };
}

function drawCode({ renderer, utils }: MarkdownIt): void {
  const block = (code: string, said: string): string => {
    const html = highlighted(code, said.split(/\s/, 1)[0]?.toLowerCase() ?? '') ?? utils.escapeHtml(code);
    // All of it: whatever follows the language would be seen by the model and by nobody here.
    const caption = said ? `<div class="md-language">${utils.escapeHtml(said)}</div>` : '';
    return `<div class="md-code">${caption}<pre><code>${html}</code></pre></div>`;
  };
  renderer.rules.fence = (tokens, index) => block(tokens[index]?.content ?? '', (tokens[index]?.info ?? '').trim());
  renderer.rules.code_block = (tokens, index) => block(tokens[index]?.content ?? '', '');
}

function drawBlocks({ renderer }: MarkdownIt): void {
  // The page's own headings are levels 1 and 2.
  const heading = (closing: boolean) => (tokens: { tag: string }[], index: number) => {
    const level = Number(tokens[index]?.tag.slice(1) ?? 1);
    const tag = `h${Math.min(6, level + 2)}`;
    return closing ? `</${tag}>` : `<${tag} class="md-h${level}">`;
  };
  renderer.rules.heading_open = heading(false);
  renderer.rules.heading_close = heading(true);
  renderer.rules.table_open = () => '<div class="md-table"><table>';
  renderer.rules.table_close = () => '</table></div>';
  for (const cell of ['th', 'td'] as const) {
    renderer.rules[`${cell}_open`] = (tokens, index) => {
      const side = /right|center/.exec(tokens[index]?.attrGet('style') ?? '')?.[0];
      return side ? `<${cell} class="md-${side}">` : `<${cell}>`;
    };
  }
}

/** Only our own classes survive: a text cannot dress up as a part of the screen. */
function onlyOurClasses(root: DocumentFragment): void {
  for (const element of root.querySelectorAll('[class]')) {
    const kept = [...element.classList].filter((name) => /^(?:hljs|md|language)-/.test(name));
    element.className = kept.join(' ');
  }
}

function html(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const env = {};
  const tokens = parser.parse(text, env);
  // The parser drops what is nested deeper than it goes.
  if (tokens.some(({ nesting, level }) => nesting > 0 && level >= deepest - 1)) return undefined;
  const count = tokens.reduce((sum, token) => sum + 1 + (token.children?.length ?? 0), 0);
  return count > mostTokens ? undefined : parser.renderer.render(tokens, parser.options, env);
}

/**
 * Markdown as elements. Raw HTML is text, links carry their target in `data-href` and do nothing by themselves, images
 * are named and not fetched. A text too long or too intricate is shown as written.
 */
export function markdown(source: string): HTMLElement {
  const text = cleaned(source);
  const rendered = html(text);
  if (rendered === undefined) return longText({ text, lines: 400, characters: 40_000 });
  const fragment = DOMPurify.sanitize(rendered, allowed);
  onlyOurClasses(fragment);
  for (const link of fragment.querySelectorAll('a')) {
    link.setAttribute('role', 'link');
    link.tabIndex = 0;
    link.title = t('text.link', { target: link.dataset['href'] ?? '' });
  }
  showSpecials(fragment);
  const holder = el('div', 'markdown', fragment);
  holder.dir = 'auto';
  return holder;
}
