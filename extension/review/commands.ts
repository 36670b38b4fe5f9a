import { Disposable, l10n, window } from 'vscode';
import type { TraceCommand } from '../../core/protocol/panel';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { attributeTraces, copyIds, noteTraces, scoreTraces, taintTraces } from './ask';
import { deleteTraces } from './delete';
import { labelTraces } from './label-pick';
import { askModel } from './model/ask';
import { revealInLog } from './reveal';
import type { ReviewSession } from './session';
import type { Targets } from './targets';
import type { TracePanels } from './trace-panels';
import { judgeEach, onRows, traceCommandList, type OnRows } from './view-commands';

interface ReviewParts {
  readonly panels: TracePanels;
  readonly targets: Targets;
  readonly session: ReviewSession;
  readonly busy: Busy;
}

/**
 * The trace panel's commands. Called on rows they act on the rows; else they go to the panel in front, which knows what is
 * being looked at; else they act on the tree's selection.
 */
export function registerTraceCommands(host: Host, parts: ReviewParts): Disposable {
  const run = async (name: TraceCommand, args: readonly unknown[]) => {
    const given = parts.targets.given(args);
    if (given.length === 0 && parts.panels.command(name)) return;
    const rows = given.length > 0 ? given : parts.targets.selected;
    await actOnRows(host, parts, name, onRows[name], rows);
  };
  const rows = (name: TraceCommand, args: readonly unknown[]) =>
    actOnRows(host, parts, name, onRows[name], parts.targets.rows(args));
  return Disposable.from(
    ...traceCommandList.map((name) => host.command(`loop.review.${name}`, (...args) => run(name, args))),
    ...inTheTree.map((name) => host.command(`loop.rows.${name}`, (...args) => rows(name, args))),
  );
}

/**
 * Commands the tree's menus have under a name of their own: a menu shows a command's keys, and these keys work in the
 * panel only (the tree's own letters find rows).
 */
const inTheTree = [
  'up',
  'down',
  'fix',
  'gold',
  'skip',
  'note',
  'label',
  'attribute',
  'copy_id',
  'open_origin',
] as const satisfies readonly TraceCommand[];

async function actOnRows(
  host: Host,
  { panels }: ReviewParts,
  name: TraceCommand,
  what: OnRows,
  rows: readonly string[],
): Promise<void> {
  if (what === 'panel') return void window.showInformationMessage(l10n.t('Open a trace first.'));
  if ('step' in what) {
    await host.engine.call(what.step, {});
    window.setStatusBarMessage(what.step === 'feedback.undo' ? l10n.t('Taken back') : l10n.t('Done again'), 3000);
    return;
  }
  const [first] = rows;
  if (first === undefined) {
    return void window.showInformationMessage(l10n.t('Open a trace or select some in the Review view first.'));
  }
  if ('each' in what) return host.acts.together((engine) => judgeEach(engine, what.each, rows));
  if ('there' in what) return panels.open({ trace: first }, { command: name });
  await asks[what.ask](host, rows);
}

const asks: Record<Extract<OnRows, { ask: string }>['ask'], (host: Host, rows: readonly string[]) => Promise<void>> = {
  note: noteTraces,
  label: labelTraces,
  attribute: attributeTraces,
  copy_id: (_host, rows) => copyIds(rows),
  open_origin: async (host, [first]) => {
    if (first !== undefined) await revealInLog(host, first);
  },
};

/** Commands on traces that the panel leaves to the host. */
export function registerTraceActions(host: Host, parts: ReviewParts): Disposable {
  const { panels, targets, session, busy } = parts;
  /** Runs with the traces a command is about, if there are any. */
  const on =
    (work: (traces: string[]) => Promise<unknown>) =>
    async (...args: readonly unknown[]) => {
      const traces = targets.any(args);
      if (traces.length > 0) await work(traces);
    };
  const first = (work: (trace: string) => Promise<unknown>) => on(([trace]) => (trace ? work(trace) : Promise.resolve()));
  const pin = (pinned: boolean) => on((traces) => host.engine.call('trace.pin', { traces, pinned }));
  return Disposable.from(
    host.command(
      'loop.review.open',
      first((trace) => panels.open({ trace, queue: session.queue })),
    ),
    host.command(
      'loop.review.open_to_side',
      first((trace) => panels.open({ trace, queue: session.queue }, { side: true })),
    ),
    host.command('loop.review.next', async () => {
      const { queue } = session;
      await panels.open(host.engine.call('queue.next', queue).then(({ trace }) => ({ trace, queue })));
    }),
    host.command('loop.review.pin', pin(true)),
    host.command('loop.review.unpin', pin(false)),
    host.command(
      'loop.review.score',
      on((traces) => scoreTraces(host, traces)),
    ),
    host.command(
      'loop.review.taint',
      on((traces) => taintTraces(host, traces)),
    ),
    host.command(
      'loop.review.ask_model',
      on((traces) => askModel(host, busy, traces)),
    ),
    host.command(
      'loop.review.delete',
      on((traces) => deleteTraces(host, busy, traces)),
    ),
  );
}
