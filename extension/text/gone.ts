import { commands, l10n, TabInputText, TabInputTextDiff, window, type Tab, type Uri } from 'vscode';
import { inBatches } from '../batches';
import type { Host } from '../host';
import { readAddress } from '../review/draft/address';
import { traceOfText } from './documents';

/**
 * Closes the documents of a trace that was deleted, here, in another window or by the command line: its text as one
 * document, and its answer as a draft. What was typed into a draft goes with it.
 */
export function registerGone(host: Host): { dispose(): void } {
  const look = async () => {
    const open = documentTabs();
    if (open.length === 0) return;
    const asked = new Set(open.map(({ trace }) => trace));
    const rows = await host.engine.call('trace.rows', { traces: [...asked] });
    for (const { id } of rows) asked.delete(id);
    const gone = open.filter(({ trace }) => asked.has(trace));
    for (const { tab } of gone) await closeForGood(tab);
    if (gone.length > 0) {
      const names = [...asked].map((trace) => trace.slice(0, 10)).join(', ');
      void window.showInformationMessage(l10n.t('Deleted, and its documents closed: {0}', names));
    }
  };
  const take = inBatches(look, host.fail);
  return host.engine.onChange((change) => (change.all_traces || change.traces?.length) && take(change));
}

function documentTabs(): { tab: Tab; trace: string }[] {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap((tab) => {
    const trace = urisOf(tab)
      .map((uri) => readAddress(uri)?.trace ?? traceOfText(uri))
      .find((id) => id !== undefined);
    return trace === undefined ? [] : [{ tab, trace }];
  });
}

function urisOf({ input }: Tab): Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.modified, input.original] : [];
}

/** Closing asks about changes not saved; these have nowhere to be saved to. */
async function closeForGood(tab: Tab): Promise<void> {
  const [uri] = urisOf(tab);
  if (tab.isDirty && uri) {
    if (tab.input instanceof TabInputTextDiff) await commands.executeCommand('vscode.diff', tab.input.original, uri, tab.label);
    else await window.showTextDocument(uri, { viewColumn: tab.group.viewColumn });
    await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  } else {
    await window.tabGroups.close(tab, true);
  }
}
