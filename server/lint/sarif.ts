import { isLintCode, textOfCode } from '../../core/lint/codes';
import { why } from '../../core/lint/codes/why';
import type { Level, Row } from './report';

const levels: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  hint: 'note',
};

/** Where the product is at home, with a page about each rule. */
const repository = 'https://github.com/conscious-loop/conscious-loop';

/** The rows as SARIF 2.1.0, as code scanning services take it. */
export function sarif(rows: readonly Row[], version: string): object {
  const ids = [...new Set(rows.map((row) => row.code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'loop', semanticVersion: version, informationUri: repository, rules: ids.map(ruleOf) },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { ROOT: { description: { text: 'The folder the command was started in.' } } },
        results: rows.map((row) => resultOf(row, ids.indexOf(row.code))),
      },
    ],
  };
}

function ruleOf(id: string): object {
  if (!isLintCode(id)) return { id };
  const { message, severity } = textOfCode(id);
  const level = severity === 'error' || severity === 'warning' ? severity : 'note';
  return {
    id,
    shortDescription: { text: message.replace(/\{\w+\}/g, '…') },
    fullDescription: { text: why[id] },
    help: { text: why[id] },
    helpUri: `${repository}/blob/main/docs/rules/${id}.md`,
    defaultConfiguration: { level },
  };
}

function resultOf({ path, code, severity, message, range }: Row, ruleIndex: number): object {
  const region = {
    startLine: range.start.line + 1,
    startColumn: range.start.character + 1,
    endLine: range.end.line + 1,
    endColumn: range.end.character + 1,
  };
  return {
    ruleId: code,
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: artifact(path), region } }],
  };
}

/** Relative paths belong to the folder of the run; absolute ones are file addresses. */
function artifact(path: string): object {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  if (path.startsWith('/')) return { uri: `file://${encoded}` };
  if (/^[A-Za-z]:\//.test(path)) return { uri: `file:///${path.slice(0, 2)}${encoded.slice(encoded.indexOf('/'))}` };
  return { uri: encoded, uriBaseId: 'ROOT' };
}
