import { Diagnostic, DiagnosticSeverity, Disposable, l10n, languages, Range, workspace, type TextDocument } from 'vscode';
import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { callMisfits, type CallMisfit } from '../../../core/trace/call-schema';
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
      return l10n.t('The tool takes {0} only as: {1}', where, wanted);
    case 'value':
      return l10n.t('The tool takes {0} only with one of these values: {1}', where, wanted);
  }
}
