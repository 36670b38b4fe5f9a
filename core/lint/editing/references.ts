import type { Context } from '../context';
import { folderOf, hasScheme, isAbsolute, joined } from '../paths';
import type { Span } from '../span';
import { entryOf, itemsOf, oneOrMore, textOf, valueOf, type YamlNode } from '../yaml/tree';
import { inner } from './names';

/** A file named in another. */
export interface FileReference {
  readonly span: Span;
  /** Where it leads, absolute. */
  readonly path: string;
  /** As written. */
  readonly text: string;
}

/** Every file a document leads to that is there, and only files: nothing is guessed. */
export function fileReferences(context: Context): FileReference[] {
  const { path, files } = context;
  if (path === undefined || !files) return [];
  return [...written(context)].flatMap(({ span, text }) => {
    const target = text.replace(/[?#].*$/, '');
    if (target === '' || hasScheme(target) || isAbsolute(target)) return [];
    const there = joined(folderOf(path), decoded(target));
    return files.kindOf(there) === 'file' ? [{ span, path: there, text }] : [];
  });
}

function* written(context: Context): Generator<{ span: Span; text: string }> {
  const { map, kind } = context;
  const of = function* (nodes: Iterable<YamlNode>) {
    for (const node of nodes) {
      const text = textOf(node);
      if (text !== undefined) yield { span: inner(context.text, node), text };
    }
  };
  if (kind === 'recipe') {
    yield* of(oneOrMore(valueOf(map, 'graders')));
    yield* of(oneOrMore(valueOf(map, 'judge')));
  }
  if (kind === 'grader') {
    for (const rule of itemsOf(valueOf(map, 'rules'))) yield* of(oneOrMore(entryOf(rule, 'schema')?.value));
  }
  if (kind === 'skill') {
    yield* of(oneOrMore(valueOf(map, 'license')));
    yield* of(oneOrMore(valueOf(map, 'examples')));
  }
  for (const { span, target } of context.markdown().links) {
    yield { span, text: target.replace(/^(?:\{baseDir\}|\$\{CLAUDE_SKILL_DIR\})\//, './') };
  }
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}
