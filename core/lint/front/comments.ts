import type { Context, Rule } from '../context';
import { span } from '../span';
import { walk, walkEntries, type YamlNode, type YamlScalar } from '../yaml/tree';
import { quoted } from '../yaml/write';

/** Keys whose value is a sentence: a `#` in it was hardly meant as a comment. */
const textKeys: ReadonlySet<string> = new Set([
  'description',
  'argument-hint',
  'when_to_use',
  'compatibility',
  'title',
  'answer',
  'gold',
  'note',
  'input',
  'output',
]);

/** FM012: `text #12` in a plain value is legal YAML and silently cuts the text. */
export const comments: Rule = function* (context) {
  if (!/[ \t]#/.test(context.text)) return;
  const texts = new Set<YamlNode>();
  for (const { entry } of walkEntries(context.yaml?.root)) {
    if (textKeys.has(entry.name)) texts.add(entry.value);
    if (entry.name === 'anchors') for (const node of walk(entry.value)) texts.add(node);
  }
  for (const node of walk(context.yaml?.root)) {
    if (node.kind !== 'scalar' || node.style !== 'plain' || node.value === null || !node.comment) continue;
    const comment = context.text.slice(node.comment.start, node.comment.end);
    if (/^#\s*loop-disable/.test(comment)) continue;
    // `#12`, `#!`, `#Foo`: a comment that a person writes begins with a blank.
    if (texts.has(node) || /^#[^\s#]/.test(comment)) yield cut(context, node, node.comment.end, comment);
  }
};

function cut({ text }: Context, node: YamlScalar, end: number, comment: string) {
  const whole = span(node.span.start, end);
  return {
    code: 'FM012' as const,
    args: { lost: comment },
    span: span(node.span.end, end),
    fixes: () => [{ title: 'quote' as const, edits: [{ ...whole, text: quoted(text.slice(whole.start, whole.end)) }] }],
  };
}
