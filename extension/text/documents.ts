import {
  Disposable,
  DocumentSymbol,
  EventEmitter,
  FoldingRange,
  l10n,
  languages,
  Range,
  SymbolKind,
  Uri,
  window,
  workspace,
} from 'vscode';
import { Problem } from '../../core/lib/problem';
import type { Host } from '../host';
import { isBlind } from '../review/session';
import type { Targets } from '../review/targets';
import { number } from '../words';
import { renderTrace, type TraceText, type TraceWords } from './render';

const scheme = 'loop-trace';

/** The address of a trace as text; its name is what the tab says. */
function documentUri(trace: string): Uri {
  return Uri.from({ scheme, path: `/${trace}/${trace.slice(0, 8)}.loop-trace` });
}

function idOf(uri: Uri): string {
  return uri.path.split('/')[1] ?? '';
}

/** The trace whose text a document holds. */
export function traceOfText(uri: Uri): string | undefined {
  return uri.scheme === scheme ? idOf(uri) : undefined;
}

/** A trace as a read-only text, for screen readers and plain searching. */
export function registerDocuments(host: Host, targets: Targets): Disposable {
  const changed = new EventEmitter<Uri>();
  /** Where the turns are in the texts that are open. */
  const texts = new Map<string, TraceText>();
  const words = traceWords();
  const provideTrace = async (uri: Uri) => {
    const shown = renderTrace(await host.engine.call('trace.show', { trace: idOf(uri) }), words, isBlind());
    texts.set(uri.toString(), shown);
    return shown.text;
  };
  const open = async (...args: readonly unknown[]) => {
    const [trace] = targets.any(args);
    if (trace !== undefined) await window.showTextDocument(documentUri(trace), { preview: true });
  };
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => shown(host, provideTrace(uri)),
    }),
    workspace.onDidCloseTextDocument(({ uri }) => texts.delete(uri.toString())),
    host.engine.onChange(({ traces, all_traces }) => {
      for (const text of texts.keys()) {
        const uri = Uri.parse(text);
        if (all_traces || traces?.includes(idOf(uri))) changed.fire(uri);
      }
    }),
    registerTurns((uri) => texts.get(uri.toString())),
    host.command('loop.review.open_text', open),
  );
}

/** A document that cannot be read shows nothing; why is told as any failure is. */
async function shown(host: Host, text: Promise<string>): Promise<string> {
  try {
    return await text;
  } catch (error) {
    // One that was deleted while nobody looked: the editor kept its tab.
    if (error instanceof Problem && error.code === 'trace_not_found') return l10n.t('This trace was deleted.');
    host.fail(error);
    return '';
  }
}

/** Folding per turn and an outline of turns. */
function registerTurns(textOf: (uri: Uri) => TraceText | undefined): Disposable {
  const selector = { scheme };
  const sections = (uri: Uri) => textOf(uri)?.sections ?? [];
  return Disposable.from(
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: ({ uri }) => sections(uri).map(({ start, end }) => new FoldingRange(start, end)),
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: ({ uri }) =>
        sections(uri).map(({ title, start, end }) => {
          const whole = new Range(start, 0, end, 0);
          return new DocumentSymbol(title, '', SymbolKind.Event, whole, new Range(start, 0, start, title.length));
        }),
    }),
  );
}

function traceWords(): TraceWords {
  return {
    underReview: l10n.t('answer under review'),
    reasoning: l10n.t('reasoning'),
    toolCall: (name) => l10n.t('tool call: {0}', name),
    media: (type, bytes) => (bytes === undefined ? type : l10n.t('{0}, {1} bytes', type, number(bytes))),
    cut: (characters) => l10n.t('{0} more characters', number(characters)),
    history: l10n.t('What was said about it'),
    takenBack: l10n.t('taken back'),
    candidates: l10n.t('Candidates'),
    facts: {
      source: l10n.t('source'),
      model: l10n.t('model'),
      captured: l10n.t('captured'),
      labels: l10n.t('labels'),
      attributes: l10n.t('attributes'),
      state: l10n.t('state'),
    },
  };
}
