import type { Context, Rule } from '../context';
import type { Edit, Findings } from '../finding';
import { span } from '../span';

/** FM003, FM004, FM016: the bytes beneath the text. */
export const encoding: Rule = function* (context) {
  yield* byteOrderMark(context);
  yield* lineEnds(context);
  yield* uncleanText(context);
};

function* byteOrderMark({ kind, text, disk, lines }: Context): Findings {
  const inText = text.startsWith('\uFEFF');
  if (disk && disk.encoding !== 'utf-8') return;
  if (!inText && !disk?.bom) return;
  yield {
    code: 'FM003',
    ...(kind === 'skill' ? {} : { variant: 'harmless' }),
    span: inText ? span(0, 1) : lines.line(0),
    // An editor that hides the mark cannot take it away by an edit.
    fixes: () => [
      inText
        ? { title: 'remove_bom', edits: [{ ...span(0, 1), text: '' }], auto: true }
        : { title: 'remove_bom', edits: [], command: 'save_utf8' },
    ],
  };
}

function* lineEnds({ kind, text, lines }: Context): Findings {
  if (!text.includes('\r')) return;
  const lone = text.search(/\r(?!\n)/);
  const crlf = text.split('\r\n').length - 1;
  const lf = text.split('\n').length - 1 - crlf;
  const fixes = () => [{ title: 'line_ends' as const, edits: lfEdits(text), auto: true, command: 'save_lf' as const }];
  if (lone >= 0) yield { code: 'FM004', variant: 'lone', span: span(lone, lone + 1), fixes };
  else if (lf > 0) yield { code: 'FM004', variant: 'mixed', args: { crlf, lf }, span: lines.line(0), fixes };
  // Judges, graders and recipes are read here only, and here any line end will do.
  else if (kind === 'skill') yield { code: 'FM004', span: lines.line(0), fixes };
}

function lfEdits(text: string): Edit[] {
  return [...text.matchAll(/\r\n?/g)].map((match) => {
    const followed = match[0].length === 2;
    return { ...span(match.index, match.index + 1), text: followed ? '' : '\n' };
  });
}

/** What can hide in a text. Joiners between letters of other scripts and in emoji are part of writing. */
const unclean = [
  {
    what: 'unreadable characters',
    variant: undefined,
    pattern: /\uFFFD|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g,
  },
  { what: 'control characters', variant: undefined, pattern: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g },
  {
    what: 'invisible characters',
    variant: undefined,
    pattern: /[\u200B\u2060]|(?<!^)\uFEFF|(?<=[\x00-\x7F])[\u200C\u200D](?=[\x00-\x7F])/g,
  },
  { what: 'direction characters', variant: 'bidi', pattern: /[\u202A-\u202E\u2066-\u2069]/g },
] as const;

/** Any of the above and their likes: most texts hold none, and one look tells. */
const suspicious =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B-\u200D\u202A-\u202E\u2060-\u2069\uD800-\uDFFF\uFEFF\uFFFD]/;

function* uncleanText({ text, disk, lines }: Context): Findings {
  if (disk && disk.encoding !== 'utf-8') yield { code: 'FM016', variant: 'utf16', span: lines.line(0) };
  if (!suspicious.test(text)) return;
  for (const { what, variant, pattern } of unclean) {
    const found = [...text.matchAll(pattern)];
    const first = found[0];
    if (!first) continue;
    yield {
      code: 'FM016',
      ...(variant === undefined ? {} : { variant }),
      args: { what, n: found.length },
      span: span(first.index, first.index + 1),
      fixes: () => [
        {
          title: 'remove_characters',
          edits: found.map((match) => ({ ...span(match.index, match.index + 1), text: '' })),
          // A character that could not be read stood for something.
          auto: what !== 'unreadable characters',
        },
      ],
    };
  }
}
