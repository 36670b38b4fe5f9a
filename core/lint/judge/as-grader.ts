import type { Context } from '../context';
import type { Fix } from '../finding';
import { slugOf } from '../parts';
import { baseName, folderOf } from '../paths';
import { textOf, valueOf } from '../yaml/tree';
import { scalarText } from '../yaml/write';

/** A grader beside the judge whose one rule checks what a dimension asks for. What it looks for is still to be written. */
export function asGrader(context: Context, key: string, asked: string): Fix[] {
  const { path, files, map, eol } = context;
  if (path === undefined || !files) return [];
  const name = slugOf(`${(baseName(path) ?? '').replace(/\.judge\.md$/i, '')}-${key}`);
  const create = `${folderOf(path)}/${name}.grader.yaml`;
  const rule = ruleFor(asked);
  if (!rule || files.kindOf(create) !== undefined) return [];
  const title = textOf(valueOf(map, 'name')) ?? name;
  const lines = [
    'version: 1',
    `name: ${scalarText(title)}`,
    'rules:',
    `  - id: ${slugOf(key) || 'rule'}`,
    ...rule.map((line) => `    ${line}`),
  ];
  return [{ title: 'create_file', args: { file: `${name}.grader.yaml` }, edits: [], create, content: lines.join(eol) + eol }];
}

function ruleFor(asked: string): readonly string[] | undefined {
  if (/\bJSON\b/.test(asked)) return ['type: json', 'extract: first'];
  if (/\btool\b/i.test(asked)) return ['type: tool_call', 'tool: ""'];
  const limit = /(under|fewer than|at most|less than|no more than) (\d+) words/i.exec(asked);
  if (limit) {
    const most = Number(limit[2]) - (/at most|no more/i.test(limit[1] ?? '') ? 0 : 1);
    // The linear engine counts to 1000.
    return most > 0 && most <= 1000 ? ['type: regex', `pattern: '^\\s*(?:\\S+\\s*){0,${most}}$'`] : undefined;
  }
  if (/\d+ (?:words|characters|sentences|lines)/i.test(asked)) return undefined;
  if (/order number/i.test(asked)) return ['type: regex', "pattern: '\\d{5,}'"];
  if (/link|url/i.test(asked)) return ['type: regex', "pattern: 'https?://'"];
  if (/e-?mail/i.test(asked)) return ['type: regex', "pattern: '\\S+@\\S+\\.\\w+'"];
  return /word|phrase/i.test(asked) ? ['type: contains', 'any: [""]'] : undefined;
}
