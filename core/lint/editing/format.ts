import { parseDocument, visit } from 'yaml';
import type { Context } from '../context';
import type { Edit } from '../finding';
import { plainValue } from '../yaml/plain';
import { readYaml } from '../yaml/read';

/**
 * The YAML of a file in one form: two blanks of indentation, lists under their key, no blanks at line ends. Comments,
 * quotes and blank lines stay. Nothing is changed when the text has mistakes, or when it would mean anything else after.
 */
export function formatOf(context: Context): Edit[] {
  const { text, yaml, eol } = context;
  if (
    !yaml ||
    yaml.mistakes.length > 0 ||
    context.front?.state === 'unclosed' ||
    /[\r\n]---|^%/.test(text.slice(yaml.span.start, yaml.span.end))
  )
    return [];
  const source = text.slice(yaml.span.start, yaml.span.end);
  const written = rewritten(source);
  if (written === undefined || !sameMeaning(source, written)) return [];
  const wanted = eol === '\n' ? written : written.replace(/\r?\n/g, eol);
  return wanted === source ? [] : [narrowed(yaml.span.start, source, wanted)];
}

function rewritten(source: string): string | undefined {
  const document = parseDocument(source, {
    keepSourceTokens: false,
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: false,
    intAsBigInt: true,
  });
  if (document.errors.length > 0 || document.contents === null) return undefined;
  const written = document.toString({ lineWidth: 0, indent: 2, indentSeq: true, flowCollectionPadding: true });
  return /\n$/.test(source) ? written : written.replace(/\n$/, '');
}

/** The same values and the same comments in the same order. */
function sameMeaning(before: string, after: string): boolean {
  const whole = (text: string) => plainValue(readYaml(text, { start: 0, end: text.length }).root);
  const [a, b] = [commentsOf(before), commentsOf(after)];
  return JSON.stringify(whole(before)) === JSON.stringify(whole(after)) && a === b;
}

function commentsOf(text: string): string {
  const document = parseDocument(text, { logLevel: 'silent', prettyErrors: false });
  const comments: string[] = [document.commentBefore ?? '', document.comment ?? ''];
  visit(document, {
    Node: (_, node) => {
      comments.push(node.commentBefore ?? '', node.comment ?? '');
    },
  });
  return comments
    .join('\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .sort()
    .join('\n');
}

/** One edit without the lines that stay at the beginning and the end. */
function narrowed(at: number, before: string, after: string): Edit {
  const [old, made] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < Math.min(old.length, made.length) - 1 && old[head] === made[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, made.length) - head - 1 && old.at(-1 - tail) === made.at(-1 - tail)) tail++;
  const length = (lines: readonly string[]) => lines.reduce((sum, line) => sum + line.length + 1, 0);
  const start = length(old.slice(0, head));
  const end = before.length - length(old.slice(old.length - tail));
  return { start: at + start, end: at + Math.max(start, end), text: made.slice(head, made.length - tail).join('\n') };
}
