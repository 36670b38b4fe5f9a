import { commands, EventEmitter, workspace, type Event, type Memento } from 'vscode';
import type { Queue } from '../../core/protocol/panel';
import type { QueueOrder } from '../../core/ports';
import type { Slice } from '../../core/slice/schema';
import type { Grouping, ReportPart, TreeQuery } from './tree/nodes';

/** A filter as it was typed and as it was read. */
export interface Filter {
  readonly text: string;
  readonly slice: Slice;
}

const noFilter: Filter = { text: '', slice: {} };
const keys = { filter: 'loop.review.filter', by: 'loop.review.grouping', saved: 'loop.review.saved_filters' } as const;

/** What is being reviewed in this window: filter, grouping and order. The tree and the queue of the panel follow it. */
export interface ReviewSession {
  readonly filter: Filter;
  readonly query: TreeQuery;
  /** The queue the panel walks through. */
  readonly queue: Queue;
  readonly onChange: Event<void>;
  setFilter(filter: Filter | undefined): Promise<void>;
  setGrouping(by: Grouping): Promise<void>;
  /** Shows the traces behind one number of a report until a filter is set or cleared. */
  showPart(part: ReportPart): void;
  readonly savedFilters: readonly string[];
  saveFilter(text: string): Promise<void>;
  forgetFilter(text: string): Promise<void>;
  dispose(): void;
}

export function createSession(memory: Memento): ReviewSession {
  const changed = new EventEmitter<void>();
  let filter = memory.get<Filter>(keys.filter, noFilter);
  let by = memory.get<Grouping>(keys.by, 'state');
  let part: ReportPart | undefined;

  const announce = () => {
    void commands.executeCommand('setContext', 'loop.filtered', filter.text !== '' || part !== undefined);
    changed.fire();
  };
  const saved = () => memory.get<readonly string[]>(keys.saved, []);
  const watching = workspace.onDidChangeConfiguration((e) => e.affectsConfiguration('loop.review') && announce());
  void commands.executeCommand('setContext', 'loop.filtered', filter.text !== '');

  return {
    get filter() {
      return filter;
    },
    get query() {
      return { by, order: queueOrder(), slice: filter.slice, part, blind: isBlind() };
    },
    get queue() {
      const order = queueOrder();
      if (part) return { order, part: { dataset: part.dataset, part: part.part } };
      return { slice: filter.slice, order, seed: 1 };
    },
    onChange: changed.event,
    async setFilter(next = noFilter) {
      filter = next;
      part = undefined;
      await memory.update(keys.filter, next.text === '' ? undefined : next);
      announce();
    },
    async setGrouping(next) {
      by = next;
      part = undefined;
      await memory.update(keys.by, next);
      announce();
    },
    showPart(next) {
      part = next;
      announce();
    },
    get savedFilters() {
      return saved();
    },
    async saveFilter(text) {
      await memory.update(keys.saved, [text, ...saved().filter((other) => other !== text)].slice(0, 30));
    },
    async forgetFilter(text) {
      await memory.update(
        keys.saved,
        saved().filter((other) => other !== text),
      );
    },
    dispose() {
      watching.dispose();
      changed.dispose();
    },
  };
}

export function queueOrder(): QueueOrder {
  return workspace.getConfiguration('loop.review').get<QueueOrder>('order', 'oldest');
}

export function isBlind(): boolean {
  return workspace.getConfiguration('loop.review').get('blind', false);
}
