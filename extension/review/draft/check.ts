import { Diagnostic, DiagnosticSeverity, Disposable, l10n, languages, Range, workspace, type TextDocument } from 'vscode';
import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { callMisfits } from '../../../core/trace/call-schema';
import type { CallMisfit } from '../../../core/trace/schema/misfit';
import type { ToolDefinition } from '../../../core/trace/model';
import { readAddress } from './address';

/** Warns in the document of a call where its arguments are not what the tool's definition takes. */
export function checkCalls(toolsOf: (trace: string) => Promise<readonly ToolDefinition[]>): Disposable {
  const found = languages.createDiagnosticCollection('loop.calls');
  const check = async (document: TextDocument): Promise<void> => {
    const address = readAddress(document.uri);
    if (address?.part !== 'tool_calls' || address.original) return;
    const { version } = document;
    const tools = await toolsOf(address.trace);
    if (!document.isClosed && document.version === version) found.set(document.uri, warnings(document, tools));
  };
  // A trace that is gone has no document for long, and nothing to say about it.
  const look = (document: TextDocument) => void check(document).catch(() => found.delete(document.uri));
  return Disposable.from(
    found,
    workspace.onDidOpenTextDocument(look),
    workspace.onDidChangeTextDocument(({ document }) => look(document)),
    workspace.onDidCloseTextDocument(({ uri }) => found.delete(uri)),
  );
}

function warnings(document: TextDocument, tools: readonly ToolDefinition[]): Diagnostic[] {
  const root = parseTree(document.getText());
  return (root?.children ?? []).flatMap((call) => {
    const name: unknown = valueAt(call, 'name');
    const given = findNodeAtLocation(call, ['arguments']);
    if (!given) return [];
    const misfits = callMisfits(getNodeValue(given), tools.find((tool) => tool.name === name)?.parameters);
    return misfits.map((misfit) => {
      const { offset, length } = placeOf(given, misfit);
      const range = new Range(document.positionAt(offset), document.positionAt(offset + length));
      return new Diagnostic(range, sentence(misfit), DiagnosticSeverity.Warning);
    });
  });
}

function valueAt(node: Node, key: string): unknown {
  const found = findNodeAtLocation(node, [key]);
  return found && getNodeValue(found);
}

/** The argument that is wrong; one that is missing is where it would stand. */
function placeOf(given: Node, { path }: CallMisfit): Node {
  for (let end = path.length; end > 0; end--) {
    const node = findNodeAtLocation(given, [...path.slice(0, end)]);
    if (node) return node;
  }
  return given;
}

function sentence({ where, kind, wanted }: CallMisfit): string {
  switch (kind) {
    case 'missing':
      return l10n.t('The tool also requires: {0}', where);
    case 'unknown':
      return l10n.t('The tool does not take: {0}', where);
    case 'type':
    case 'format':
      return l10n.t('The tool takes {0} only as: {1}', where, wanted);
    case 'value':
      return l10n.t('The tool takes {0} only with one of these values: {1}', where, wanted);
    case 'either':
      return l10n.t('The tool also requires one of these: {0}', wanted);
    case 'choice':
      return l10n.t('The tool takes {0} in several forms, and this is none of them', where);
    case 'several':
      return l10n.t('The tool takes {0} in exactly one of several forms, and this is more than one', where);
    case 'not':
      return l10n.t('The tool does not take {0} with this value', where);
    case 'pattern':
      return l10n.t('The tool takes {0} only as text that matches: {1}', where, wanted);
    case 'number':
      return l10n.t('The tool takes {0} only with a value {1}', where, wanted);
    case 'multiple':
      return l10n.t('The tool takes {0} only as a multiple of {1}', where, wanted);
    case 'length':
      return l10n.t('The tool takes {0} only with this number of characters: {1}', where, wanted);
    case 'items':
      return l10n.t('The tool takes {0} only with this number of items: {1}', where, wanted);
    case 'keys':
      return l10n.t('The tool takes {0} only with this number of keys: {1}', where, wanted);
    case 'unique':
      return l10n.t('The tool takes {0} only with items that all differ', where);
    case 'contains':
      return l10n.t('The tool takes {0} only with certain items, and there are too few or too many of them', where);
  }
}
