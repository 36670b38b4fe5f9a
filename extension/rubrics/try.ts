import {
  Disposable,
  l10n,
  Range,
  ThemeColor,
  window,
  workspace,
  type DecorationOptions,
  type TextDocument,
  type TextEditor,
  type Uri,
} from 'vscode';
import type { Result } from '../../core/protocol/operations';
import type { Host } from '../host';
import { oneLine } from '../plain';
import { number } from '../words';
import { graderParam, graderUri } from './files';
import { score } from './items';
import { reasonWords } from './reason-words';

type Tried = Result<'grade.try'>;
type Rule = Tried['answers'][number]['rules'][number];

/** What is being tried: a grader on a trace, in every editor of its file, until it is stopped. */
interface Trial {
  readonly uri: Uri;
  readonly trace: string;
}

/** A pause in typing after which the rules are tried anew, in milliseconds. */
const pause = 300;

/** "Try on current trace": the verdict of each rule beside its first line, also while the file is being written. */
export function registerTrying(host: Host, currentTrace: () => string | undefined): Disposable {
  const marks = createMarks();
  let trial: Trial | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = async (given: Trial, quiet: boolean) => {
    const tried = await host.engine
      .call('grade.try', { trace: given.trace, grader: graderParam(given.uri) })
      .catch((error: unknown) => {
        // While one types, the file is wrong most of the time; its mistakes are underlined already.
        if (!quiet) throw error;
        return undefined;
      });
    if (trial !== given) return;
    const document = workspace.textDocuments.find((d) => d.uri.toString() === given.uri.toString());
    if (document) await marks.show(document, tried);
  };
  const again = (document: TextDocument) => {
    const given = trial;
    if (given?.uri.toString() !== document.uri.toString()) return;
    clearTimeout(timer);
    timer = setTimeout(() => void show(given, true).catch(host.fail), pause);
  };
  return Disposable.from(
    marks,
    workspace.onDidChangeTextDocument(({ document }) => again(document)),
    window.onDidChangeVisibleTextEditors((editors) => editors.forEach(({ document }) => again(document))),
    new Disposable(() => clearTimeout(timer)),
    host.command('loop.grader.try', async (arg) => {
      const uri = await graderUri(arg);
      const trace = uri && currentTrace();
      if (!uri || trace === undefined) return;
      await window.showTextDocument(uri, { preserveFocus: false });
      trial = { uri, trace };
      await show(trial, false);
    }),
    host.command('loop.grader.stop_trying', () => {
      trial = undefined;
      marks.clear();
    }),
  );
}

interface Marks {
  dispose(): void;
  show(document: TextDocument, tried: Tried | undefined): Promise<void>;
  clear(): void;
}

function createMarks(): Marks {
  const type = (color: string) =>
    window.createTextEditorDecorationType({ after: { margin: '0 0 0 2em', color: new ThemeColor(color) }, isWholeLine: true });
  const types = { pass: type('charts.green'), fail: type('charts.red'), other: type('descriptionForeground') };
  type Kind = keyof typeof types;
  const all = Object.keys(types) as Kind[];
  const kindOf = (verdict: string): Kind => (verdict === 'pass' || verdict === 'fail' ? verdict : 'other');
  const put = (editors: readonly TextEditor[], found: readonly { kind: Kind; mark: DecorationOptions }[]) => {
    for (const editor of editors) {
      for (const kind of all)
        editor.setDecorations(
          types[kind],
          found.filter((one) => one.kind === kind).map(({ mark }) => mark),
        );
    }
  };
  return {
    async show(document, tried) {
      const editors = window.visibleTextEditors.filter((editor) => editor.document === document);
      const [answer] = tried?.answers ?? [];
      if (!tried || !answer) {
        put(editors, []);
        return;
      }
      const { rules, header } = await linesOf(document);
      const marks = answer.rules.map((rule) => ({
        kind: kindOf(rule.verdict),
        mark: markOn(rules[rule.index] ?? header, ruleWords(rule)),
      }));
      put(editors, [
        ...marks,
        {
          kind: answer.passed === undefined ? 'other' : answer.passed ? 'pass' : 'fail',
          mark: markOn(header, totalWords(tried, answer.score)),
        },
      ]);
    },
    clear: () => put(window.visibleTextEditors, []),
    dispose: () => all.forEach((kind) => types[kind].dispose()),
  };
}

function markOn(line: number, text: string): DecorationOptions {
  // Text behind the line, in the editor's own way; line breaks would not be shown.
  return { range: new Range(line, 0, line, 0), renderOptions: { after: { contentText: oneLine(text, 160) } } };
}

function totalWords({ pass_threshold }: Tried, value: number | null): string {
  if (value === null) return l10n.t('no score: no rule applies to this trace');
  return l10n.t('score {0}, passes at {1}', score(value), number(pass_threshold));
}

function ruleWords({ verdict, reason }: Rule): string {
  const why = reasonWords(reason);
  switch (verdict) {
    case 'pass':
      return l10n.t('✓ pass: {0}', why);
    case 'fail':
      return l10n.t('✗ fail: {0}', why);
    case 'skipped':
      return l10n.t('– skipped: {0}', why);
    default:
      return l10n.t('– not applied: {0}', why);
  }
}

/** The line each rule begins on, and the one of the key `rules`. */
async function linesOf(document: TextDocument): Promise<{ rules: number[]; header: number }> {
  const { isMap, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const parsed = parseDocument(document.getText(), { lineCounter: lines });
  const lineOf = (offset: number | undefined) => (offset === undefined ? 0 : Math.max(0, lines.linePos(offset).line - 1));
  const rules: unknown = parsed.get('rules', true);
  const items = isSeq(rules) ? rules.items : [];
  const start = isSeq(rules) ? rules.range?.[0] : undefined;
  return {
    rules: items.map((item) => lineOf(isMap(item) ? item.range?.[0] : undefined)),
    header: start === undefined ? 0 : Math.max(0, lineOf(start) - 1),
  };
}
