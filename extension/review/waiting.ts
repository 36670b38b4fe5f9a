import { commands, EventEmitter, type Event } from 'vscode';
import { atRest, inBatches } from '../batches';
import type { Host } from '../host';

export interface Counts {
  readonly waiting: number;
  readonly total: number;
}

/** How much there is to review, kept up to date for the badge, the status bar and the walkthrough. */
export interface Waiting {
  readonly counts: Counts | undefined;
  readonly onChange: Event<Counts>;
  refresh(): void;
  dispose(): void;
}

/** Verdicts the walkthrough asks for. */
const firstVerdicts = 3;

export function watchWaiting(host: Host): Waiting {
  const changed = new EventEmitter<Counts>();
  let counts: Counts | undefined;
  const look = async () => {
    const groups = await host.engine.call('trace.groups', { by: 'state' });
    const of = (key: string) => groups.find((group) => group.key === key)?.total ?? 0;
    const total = groups.reduce((sum, group) => sum + group.total, 0);
    counts = { waiting: of('unreviewed'), total };
    const judged = of('reviewed') + of('disputed');
    void commands.executeCommand('setContext', 'loop.hasTraces', total > 0);
    void commands.executeCommand('setContext', 'loop.reviewedEnough', judged >= firstVerdicts);
    changed.fire(counts);
  };
  const take = inBatches(look, host.fail, atRest);
  const refresh = () => take({ all_traces: true });
  const subscriptions = [
    host.engine.onChange((change) => (change.all_traces || change.traces?.length) && take(change)),
    host.store.onChange(() => !host.store.known && refresh()),
  ];
  return {
    get counts() {
      return counts;
    },
    onChange: changed.event,
    refresh,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      changed.dispose();
    },
  };
}
