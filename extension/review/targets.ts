import { l10n, window, type TreeView } from 'vscode';
import { isTraceNode, type ReviewNode } from './tree/nodes';
import type { TracePanels } from './trace-panels';

/** The traces a command is about. */
export interface Targets {
  /** Rows or ids the command was called with; the tree passes the clicked row and the whole selection. */
  given(args: readonly unknown[]): string[];
  /** Given rows, else the selection: what a key pressed in the tree is about. */
  rows(args: readonly unknown[]): string[];
  /** The rows selected in the tree. */
  readonly selected: string[];
  /** Given rows, else the trace in the panel in front, else the selection; says so when there is nothing. */
  any(args: readonly unknown[]): string[];
}

export function createTargets(view: TreeView<ReviewNode>, panels: TracePanels): Targets {
  const given = ([first, all]: readonly unknown[]): string[] => {
    const chosen = Array.isArray(all) && all.length > 0 ? all : Array.isArray(first) ? first : [first];
    return unique(chosen.map(idOf).filter((id) => id !== undefined));
  };
  const selected = () => unique(view.selection.filter(isTraceNode).map((node) => node.row.id));
  return {
    given,
    rows: (args) => (given(args).length > 0 ? given(args) : selected()),
    get selected() {
      return selected();
    },
    any(args) {
      const ids = given(args);
      if (ids.length > 0) return ids;
      const found = panels.active === undefined ? selected() : [panels.active];
      if (found.length === 0) void window.showInformationMessage(l10n.t('Open a trace or select some in the Review view first.'));
      return found;
    },
  };
}

/** Labels put a trace into several groups: it may be selected twice. */
function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}

function idOf(value: unknown): string | undefined {
  if (isTraceNode(value)) return value.row.id;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
