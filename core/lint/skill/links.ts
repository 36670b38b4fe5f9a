import type { Context, LintFiles, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { type Link, Markdown } from '../markdown/markdown';
import { nearest } from '../near';
import { missingPlace } from '../parts';
import { appendText } from '../repairs';
import { baseName, folderOf, hasScheme, isAbsolute, isInside, joined } from '../paths';

/** A reference that could be looked up: where it leads, without anchor. */
interface Place {
  readonly path: string;
  readonly target: string;
}

/** SKL304–SKL310: what the body refers to. Nothing inside code is a link. */
export const linkRules: Rule = function* (context) {
  const { front, text } = context;
  if (front?.state !== 'found') return;
  const body = text.slice(front.body.start);
  const onward = new Map<string, boolean>();
  const doubtful = doubtfulLinks(context, body, front.body.start, onward);
  for (const link of context.markdown().linksAround(doubtful)) yield* linkRule(context, link, onward);
  yield* namedInCode(context, body, front.body.start);
  yield* neverNamed(context, body);
};

/** The end of a link's text, with a destination that means what it says: without escapes, brackets or title. */
const linkEnd = /\](?:\(([^\s()<>\\&]*)\)|[(:])/g;

/**
 * Where links could be of which there is something to say. Parsing is what takes time, and most links are fine: what only
 * looks like one, in code for example, is told apart where it matters.
 */
function doubtfulLinks(context: Context, body: string, base: number, onward: Map<string, boolean>): number[] {
  const known = new Map<string, boolean>();
  const isDoubtful = (target: string) => {
    const link: Link = { kind: 'link', target, span: { start: base, end: base } };
    return linkRule(context, link, onward).next().done !== true;
  };
  const offsets: number[] = [];
  for (const { 1: target, index } of body.matchAll(linkEnd)) {
    const doubtful = target === undefined || (known.get(target) ?? isDoubtful(target));
    if (target !== undefined) known.set(target, doubtful);
    if (doubtful) offsets.push(base + index);
  }
  return offsets;
}

function* linkRule(context: Context, link: Link, onward: Map<string, boolean>): Findings {
  const target = expanded(link.target);
  if (target === '' || target.startsWith('//') || hasScheme(target)) return;
  if (target.startsWith('#')) return yield* anchorRule(context, link, target.slice(1));
  if (isTemplate(target)) return;
  if (isAbsolute(target) || target.includes('\\')) {
    const slashed = link.target.replaceAll('\\', '/');
    const fixes = (): Fix[] =>
      isAbsolute(target)
        ? []
        : [{ title: 'replace', args: { text: slashed }, edits: [{ ...link.span, text: slashed }], auto: true }];
    return yield { code: 'SKL306', args: { target: link.target }, span: link.span, fixes };
  }
  const { path, files } = context;
  if (path === undefined || !files) return;
  const folder = folderOf(path);
  const place: Place = { path: joined(folder, decoded(target.replace(/[?#].*$/, ''))), target: link.target };
  if (!isInside(place.path, folder)) yield { code: 'SKL307', args: { target: link.target }, span: link.span };
  if (files.kindOf(place.path) === undefined) yield missing('SKL304', files, link, place);
  else yield* deeper(files, link, place, onward);
}

/** `{baseDir}` and `${CLAUDE_SKILL_DIR}` both stand for the skill's own folder. */
function expanded(target: string): string {
  return target.replace(/^(?:\{baseDir\}|\$\{CLAUDE_SKILL_DIR\}|%7BbaseDir%7D)\//, './').trim();
}

function isTemplate(target: string): boolean {
  return /[<>*{}$…]|\.\.\.|%3C|%7B|\b[A-Z]{3,}\/[A-Z]{3,}\b/.test(target);
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function* anchorRule({ markdown, text, front }: Context, link: Link, anchor: string): Findings {
  const wanted = decoded(anchor).toLowerCase();
  if (wanted === '' || wanted === 'top' || markdown().headings.some((heading) => heading.slug === wanted)) return;
  const body = front?.state === 'found' ? text.slice(front.body.start) : '';
  if (body.includes(`id="${anchor}"`) || body.includes(`name="${anchor}"`)) return;
  yield { code: 'SKL305', args: { anchor }, span: link.span };
}

function missing(
  code: 'SKL304' | 'SKL309',
  files: LintFiles,
  { span: place }: Pick<Link, 'span'>,
  { path, target }: Place,
): Finding {
  const near = nearest(baseName(path) ?? '', files.list(folderOf(path)));
  const file = baseName(path) ?? '';
  const fixes = (): Fix[] => [
    ...(near === undefined || !target.includes(file)
      ? []
      : [{ title: 'replace' as const, args: { text: near }, edits: [{ ...place, text: target.replace(file, near) }] }]),
    { title: 'create_file', args: { file }, edits: [], create: path },
  ];
  return { code, args: { target }, span: place, fixes };
}

/** A reference that only leads to further references is read by few agents. */
function* deeper(files: LintFiles, link: Link, { path, target }: Place, known: Map<string, boolean>): Findings {
  if (!/\.md$/i.test(path) || /\/skill\.md$/i.test(path)) return;
  const onward = known.get(path) ?? leadsOn(files, path);
  known.set(path, onward);
  if (onward) yield { code: 'SKL308', args: { target }, span: link.span };
}

function leadsOn(files: LintFiles, path: string): boolean {
  const text = files.read(path);
  if (text === undefined) return false;
  const body = new Markdown(text, { start: 0, end: text.length });
  // One link that leads on is enough: the first places that look like one are parsed, until one is.
  for (const { index } of text.matchAll(/\]\((?=\s*<?[^\s#:][^\n]*\.md)/gi)) {
    if (body.linksAround([index]).some(isOnward)) return true;
  }
  return false;
}

function isOnward({ kind, target }: Link): boolean {
  return kind === 'link' && /^[^#:]+\.md(?:#|$)/i.test(target) && baseName(target)?.toLowerCase() !== 'skill.md';
}

const bundled = /^(?:\{baseDir\}\/|\$\{CLAUDE_SKILL_DIR\}\/|\.\/)?((?:scripts|references|assets|templates)\/[\w./-]+\.\w+)$/;

/** The same where it may stand in code, which has yet to be told. */
const maybeBundled =
  /`\s{0,2}(?:\{baseDir\}\/|\$\{CLAUDE_SKILL_DIR\}\/|\.\/)?((?:scripts|references|assets|templates)\/[\w./-]+\.\w+)\s{0,2}`/g;

function* namedInCode({ markdown, path, files }: Context, body: string, base: number): Findings {
  if (path === undefined || !files) return;
  const folder = folderOf(path);
  const unfound = [...body.matchAll(maybeBundled)].filter(
    ({ 1: target = '' }) => files.kindOf(joined(folder, target)) === undefined,
  );
  for (const code of markdown().codeAround(unfound.map(({ index }) => base + index))) {
    const target = code.inline ? bundled.exec(code.text)?.[1] : undefined;
    if (target === undefined) continue;
    const place = { path: joined(folder, target), target };
    if (files.kindOf(place.path) !== undefined) continue;
    const at = code.span.start + 1 + code.text.indexOf(target);
    yield missing('SKL309', files, { span: { start: at, end: at + target.length } }, place);
  }
}

/** More unnamed files than this are a library, not a slip. */
const mostUnnamed = 5;
const mostLooked = 200;

/** SKL310: a bundled file that no sentence, link or folder mention leads to. */
function* neverNamed(context: Context, body: string): Findings {
  const { path, files } = context;
  if (path === undefined || !files) return;
  const folder = folderOf(path);
  let unnamed = 0;
  for (const top of ['scripts', 'references', 'assets']) {
    for (const file of filesUnder(files, folder, top)) {
      if (isNamed(body, file)) continue;
      if (++unnamed > mostUnnamed) return;
      const named = `See [${baseName(file) ?? file}](${file}).`;
      yield { code: 'SKL310', args: { file }, span: missingPlace(context), fixes: () => [appendText(context, named)] };
    }
  }
}

function isNamed(body: string, file: string): boolean {
  if (body.includes(baseName(file) ?? file)) return true;
  // A folder named as such stands for what is in it; as part of another file's path it does not.
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
    const asFolder = new RegExp(`${folder.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/?(?![\\w./-])`);
    if (asFolder.test(body)) return true;
  }
  return false;
}

function filesUnder(files: LintFiles, root: string, top: string): string[] {
  const found: string[] = [];
  const waiting = [top];
  for (let folder = waiting.pop(); folder !== undefined && found.length < mostLooked; folder = waiting.pop()) {
    if (files.kindOf(`${root}/${folder}`) !== 'folder') continue;
    for (const name of files.list(`${root}/${folder}`)) {
      if (name.startsWith('.') || name === '__pycache__' || name === 'node_modules') continue;
      const inner = `${folder}/${name}`;
      if (files.kindOf(`${root}/${inner}`) === 'folder') waiting.push(inner);
      else found.push(inner);
    }
  }
  return found;
}
