import type { Context } from '../context';
import type { Fix } from '../finding';
import { applyEdits } from '../fixes';
import { slugOf } from '../parts';
import { folderOf, hasScheme, isAbsolute } from '../paths';

const mostOffered = 3;
/** Shorter sections are not worth a file. */
const fewestCharacters = 400;

/** The longest sections of a body, each to be moved into a file of its own that the body leads to. */
export function extractable(context: Context): Fix[] {
  const { path, files, front, text, eol } = context;
  if (path === undefined || !files || front?.state !== 'found') return [];
  const headings = context.markdown().headings.filter(({ depth }) => depth <= 2);
  const sections = headings.flatMap((heading, i) => {
    const end = headings[i + 1]?.span.start ?? front.body.end;
    const file = `references/${slugOf(heading.text)}.md`;
    const free = slugOf(heading.text) !== '' && files.kindOf(`${folderOf(path)}/${file}`) === undefined;
    return heading.depth === 2 && free && end - heading.span.end >= fewestCharacters ? [{ heading, end, file }] : [];
  });
  const longest = sections.sort((a, b) => b.end - b.heading.span.start - (a.end - a.heading.span.start)).slice(0, mostOffered);
  return longest.map(({ heading, end, file }) => {
    const moved = relinked(context, heading.span.end, end);
    const left = `${eol}${eol}Read [${heading.text.replace(/[[\]]/g, '')}](${file}).${eol}${end < text.length ? eol : ''}`;
    return {
      title: 'extract',
      args: { text: heading.text, file },
      edits: [{ start: heading.span.end, end, text: left }],
      create: `${folderOf(path)}/${file}`,
      content: `# ${heading.text}${eol}${eol}${moved}${eol}`,
    };
  });
}

/** A section as it is written one folder further down: links lead up first. Code stays as it is. */
function relinked({ text, markdown }: Context, start: number, end: number): string {
  const edits = markdown().links.flatMap(({ span, target }) => {
    const inside = span.start >= start && span.end <= end && text.slice(span.start, span.end) === target;
    const stays = target === '' || hasScheme(target) || isAbsolute(target) || /^[#<{$]/.test(target);
    return !inside || stays
      ? []
      : [{ start: span.start - start, end: span.end - start, text: `../${target.replace(/^\.\//, '')}` }];
  });
  return applyEdits(text.slice(start, end), edits).trim();
}
