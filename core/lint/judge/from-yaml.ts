import { stringify } from 'yaml';
import { applyEdits } from '../fixes';
import { linesOf } from '../lines';
import { span } from '../span';
import { plainValue } from '../yaml/plain';
import { readYaml } from '../yaml/read';
import { entryOf, textOf, type YamlMap } from '../yaml/tree';
import { removeEntry } from '../yaml/write';

/** Files that hold a judge as YAML alone. */
export const judgeYaml = /\.judge\.ya?ml$/i;

export type FromYaml =
  | { readonly text: string }
  /** Why it cannot be taken for a judge, and on which line, counted from 1. */
  | { readonly reason: string; readonly line: number };

/**
 * A `*.judge.yaml` as a `*.judge.md`: `instructions` become the body, the other keys the front matter, comments and all
 * (RUBRICS §7.5). Whether they make a good judge is told by its rules, once it is one.
 */
export function judgeFromYaml(source: string): FromYaml {
  const lf = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  // As many lines as before, so that what is wrong is found where it stands.
  const text = lf
    .replace(/^(?:[ \t]*(?:#.*)?\n)*---[ \t]*(?=\n)/, (start) => start.replace(/---[ \t]*$/, ''))
    .replace(/\n\.\.\.\s*$/, '\n');
  const { root, mistakes } = readYaml(text, span(0, text.length));
  const [mistake] = mistakes;
  if (mistake) return { reason: 'this is not valid YAML', line: linesOf(text).position(mistake.span.start).line + 1 };
  if (root?.kind !== 'map') return { reason: 'it holds no `key: value` pairs', line: 1 };
  const entry = entryOf(root, 'instructions');
  const instructions = textOf(entry?.value);
  if (!entry || instructions === undefined) {
    const place = linesOf(text).position(entry?.key.span.start ?? 0);
    return { reason: '`instructions` must be a text', line: place.line + 1 };
  }
  return { text: `---\n${frontOf(text, root)}\n---\n\n${instructions.trim()}\n` };
}

/** The text without the instructions where it still means the same, else its values written anew. */
function frontOf(text: string, root: YamlMap): string {
  const entry = entryOf(root, 'instructions');
  const edit = entry && removeEntry(text, root, entry);
  const front = edit ? applyEdits(text, [edit]).trim() : text;
  const value = plainValue(root);
  const rest = Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => key !== 'instructions'));
  const again = readYaml(front, span(0, front.length));
  const same = again.mistakes.length === 0 && JSON.stringify(plainValue(again.root)) === JSON.stringify(rest);
  return same && !/^(?:---|\.\.\.)/m.test(front) ? front : stringify(rest).trim();
}
