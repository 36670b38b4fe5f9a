import type { Context, Rule } from '../context';
import type { Findings } from '../finding';
import { fileKind, type FileKind } from '../kinds';
import { baseName, folderOf, isAbsolute, isInside, joined } from '../paths';
import { entryOf, itemsOf, oneOrMore, textOf, valueOf, type YamlNode } from '../yaml/tree';

/** DST008, DST009: the files a recipe leads to. */
export const referenceRules: Rule = function* (context) {
  for (const node of oneOrMore(entryOf(context.map, 'graders')?.value)) yield* reference(context, node, 'grader');
  const judge = entryOf(context.map, 'judge');
  if (judge) yield* reference(context, judge.value, 'judge');
  yield* exportPaths(context);
};

function* reference(context: Context, node: YamlNode, kind: Extract<FileKind, 'grader' | 'judge'>): Findings {
  const { path, workspace, files } = context;
  const file = textOf(node);
  if (file === undefined || file === '' || path === undefined) return;
  const there = joined(folderOf(path), file);
  const finding = { code: 'DST008', args: { file, kind }, span: node.span } as const;
  if (isAbsolute(file) || (workspace !== undefined && !isInside(there, workspace)))
    return yield { ...finding, variant: 'outside' };
  if (!files) return;
  if (files.kindOf(there) !== 'file') {
    const create = { title: 'create_file' as const, args: { file: baseName(there) ?? file }, edits: [], create: there };
    return yield { ...finding, fixes: () => (fileKind(there) === kind ? [create] : []) };
  }
  if (fileKind(there) !== kind) return yield { ...finding, variant: 'kind' };
  if (context.hasErrors(there) === true) yield { ...finding, variant: 'broken' };
}

function* exportPaths({ map, path: file, workspace }: Context): Findings {
  const seen = new Map<string, YamlNode>();
  for (const item of itemsOf(valueOf(map, 'exports'))) {
    const node = valueOf(item, 'path');
    const path = textOf(node);
    if (!node || path === undefined || path === '') continue;
    const finding = { code: 'DST009', args: { path }, span: node.span } as const;
    const there = file === undefined || isAbsolute(path) ? path.replace(/\/+$/, '') : joined(folderOf(file), path);
    const first = seen.get(there);
    if (first) yield { ...finding, related: [{ span: first.span, message: 'The first one' }] };
    seen.set(there, node);
    if (/[[\]*?]/.test(path)) yield { ...finding, variant: 'pattern' };
    const outside = isAbsolute(path) ? workspace !== undefined && !isInside(there, workspace) : leaves(there, workspace);
    if (outside) yield { ...finding, variant: 'outside' };
  }
}

function leaves(path: string, workspace: string | undefined): boolean {
  return workspace !== undefined && !isInside(path, workspace);
}
