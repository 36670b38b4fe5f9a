import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { insertFirst, isExpert, isMissing, lengthOf, missingPlace, slugOf } from '../parts';
import { folderName, folderOf } from '../paths';
import { entryOf, resolved, typeOf, type YamlNode, type YamlScalar } from '../yaml/tree';
import { quoted, scalarText } from '../yaml/write';

/** SKL100–SKL110: `name`. */
export const nameRules: Rule = function* (context) {
  const folder = folderName(context.path);
  if (isMissing(context, 'name')) {
    const line = `name: ${scalarText(folder ?? 'my-skill')}`;
    const fixes = (): Fix[] => [
      { title: 'insert', args: { text: line }, edits: [insertFirst(context, line)], auto: folder !== undefined },
    ];
    return yield { code: 'SKL100', span: missingPlace(context), fixes };
  }
  const value = resolved(entryOf(context.map, 'name')?.value);
  if (value === undefined) return;
  if (value.kind === 'scalar' && typeof value.value === 'string') return yield* textRules(context, value, value.value, folder);
  yield wrongType(context, value, folder);
};

function wrongType(context: Context, value: YamlNode, folder: string | undefined): Finding {
  const empty = value.kind === 'scalar' && value.value === null && value.source === '';
  if (empty) return emptyName(context, value, folder);
  const source = context.text.slice(value.span.start, value.span.end);
  const fixes = (): Fix[] =>
    value.kind === 'scalar' ? [{ title: 'quote', edits: [{ ...value.span, text: quoted(source) }], auto: true }] : [];
  return { code: 'SKL101', args: { type: typeOf(value) }, span: value.span, fixes };
}

function emptyName({ text }: Context, value: YamlNode, folder: string | undefined): Finding {
  const blank = /[\s:]/.test(text[value.span.start - 1] ?? '') && text[value.span.start - 1] !== ':' ? '' : ' ';
  const name = folder && slugOf(folder);
  return {
    code: 'SKL102',
    span: value.span,
    fixes: () =>
      name ? [{ title: 'replace', args: { text: name }, edits: [{ ...value.span, text: blank + name }], auto: true }] : [],
  };
}

function* textRules(context: Context, value: YamlScalar, raw: string, folder: string | undefined): Findings {
  const name = raw.normalize('NFKC').trim();
  if (name === '') return yield emptyName(context, value, folder);
  const slug = slugOf(raw.replace(/<[^<>]*>/g, ''));
  const fixes = (): Fix[] =>
    slug === '' || slug === raw ? [] : [{ title: 'replace', args: { text: slug }, edits: [{ ...value.span, text: slug }] }];
  const finding = { span: value.span, fixes };
  const n = lengthOf(name);
  if (n > 64) yield { code: 'SKL103', args: { n }, ...finding };
  yield* characterRules(context, name, finding);
  const reserved = /anthropic|claude/i.exec(name)?.[0];
  if (reserved) yield { code: 'SKL107', args: { word: reserved }, span: value.span };
  if (/<[^<>]*>/.test(name)) yield { code: 'SKL108', ...finding };
  yield* placeRules(context, value, name, folder);
}

function* characterRules(context: Context, name: string, finding: Pick<Finding, 'span' | 'fixes'>): Findings {
  const wrong = [...new Set(name.match(/[\x00-\x7F]/g) ?? [])].filter((char) => !/[a-z0-9-]/.test(char));
  if (wrong.length > 0) {
    // The platform's own examples are called `sql_writer`.
    const platform = isExpert(context) && wrong.every((char) => char === '_' || char === '.');
    const shown = wrong.filter((char) => char.trim() !== '');
    const chars = shown.map((char) => `\`${char}\``).join(' ');
    yield {
      code: 'SKL104',
      ...(shown.length === wrong.length ? {} : { variant: shown.length === 0 ? 'blank' : 'both' }),
      args: { chars },
      ...finding,
      ...(platform ? { severity: 'hint' } : {}),
    };
  }
  if (/[^\x00-\x7F]/.test(name)) yield { code: 'SKL109', args: { name }, ...finding };
  if (/^-|-$|--/.test(name)) yield { code: 'SKL105', ...finding };
}

function* placeRules(context: Context, value: YamlScalar, name: string, folder: string | undefined): Findings {
  const { path, skills = [] } = context;
  if (path === undefined) return;
  // A name with tags in it is no name yet; that has been said.
  if (folder !== undefined && folder.normalize('NFKC') !== name && !/<[^<>]*>/.test(name)) {
    const slug = slugOf(name) === name;
    const rename: Fix = {
      title: 'rename_folder',
      args: { name },
      edits: [],
      rename: { from: folderOf(path), to: `${folderOf(folderOf(path))}/${name}` },
    };
    const setName: Fix = { title: 'replace', args: { text: folder }, edits: [{ ...value.span, text: scalarText(folder) }] };
    yield { code: 'SKL106', args: { name, folder }, span: value.span, fixes: () => (slug ? [setName, rename] : [setName]) };
  }
  // Only folders that clients load skills from can hold a name twice.
  if (!skills.some((skill) => skill.path === path)) return;
  for (const other of skills) {
    if (other.name !== name || other.path === path) continue;
    const related = [{ span: { start: 0, end: 0 }, message: 'The other skill', path: other.path }];
    yield { code: 'SKL110', args: { path: other.path }, span: value.span, related };
    return;
  }
}
