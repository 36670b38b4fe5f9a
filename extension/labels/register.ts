import { commands, Disposable, l10n, window } from 'vscode';
import { atRest, inBatches } from '../batches';
import type { Slice } from '../../core/slice/schema';
import type { Host } from '../host';
import { labelMany } from '../review/label-pick';
import type { ReviewSession } from '../review/session';
import type { ReportPart } from '../review/tree/nodes';
import { mergeLabel, moveLabel, renameLabel } from './change';
import { labelDrops } from './drop';
import { isLabelNode } from './nodes';
import { createLabels } from './tree';

/** Labels: a tree with master groups and counts, and everything that changes a label itself. */
export function registerLabels(host: Host, session: ReviewSession): Disposable {
  const provider = createLabels(host.engine, host.fail);
  const refresh = inBatches(
    () => {
      provider.refresh();
      return Promise.resolve();
    },
    host.fail,
    atRest,
  );
  return Disposable.from(
    provider,
    window.createTreeView('loop.labels', {
      treeDataProvider: provider,
      dragAndDropController: labelDrops(host),
      showCollapseAll: true,
    }),
    host.engine.onChange((change) => (change.labels || change.all_traces) && refresh(change)),
    host.store.onChange(() => host.store.known === undefined && provider.refresh()),
    host.command('loop.label.show', (node) => show(session, isLabelNode(node) ? node.label : undefined)),
    host.command('loop.label.rename', (node) => renameLabel(host, node)),
    host.command('loop.label.merge', (node) => mergeLabel(host, node)),
    host.command('loop.label.move', (node) => moveLabel(host, node)),
    host.command('loop.label.slice', () => labelSlice(host, session)),
    host.command('loop.label.refresh', () => provider.refresh()),
  );
}

/** Filters Review by a label and what is under it, or by having none. */
async function show(session: ReviewSession, label: string | undefined): Promise<void> {
  const { printSlice } = await import('../../core/slice/print');
  const slice: Slice = label === undefined ? { unlabelled: true } : { label };
  await session.setFilter({ text: printSlice(slice), slice });
  await commands.executeCommand('loop.review.focus');
}

/** Labels everything the filter holds, as one step of undo. */
async function labelSlice(host: Host, session: ReviewSession): Promise<void> {
  const { part, slice } = session.query;
  const traces = part ? await tracesOfPart(host, part) : (await host.engine.call('trace.ids', { slice })).traces;
  if (traces.length === 0) return void window.showInformationMessage(l10n.t('No trace matches this filter.'));
  await labelMany(host, traces);
}

/** What Review shows may be the traces behind a number of a report. */
async function tracesOfPart(host: Host, { dataset, part }: ReportPart): Promise<string[]> {
  const traces: string[] = [];
  let after: string | undefined;
  do {
    const page = await host.engine.call('dataset.traces', {
      dataset,
      part,
      limit: 500,
      ...(after === undefined ? {} : { after }),
    });
    traces.push(...page.rows.map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return traces;
}
