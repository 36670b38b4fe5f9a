import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type * as Drop from '../../../extension/labels/drop';
import type { LabelsNode } from '../../../extension/labels/nodes';
import { fakeEngine } from './fake-engine';
import { loadHostModule } from './fake-vscode';

class DataTransferItem {
  constructor(readonly value: unknown) {}
  asString(): Promise<string> {
    return Promise.resolve(String(this.value));
  }
}

const traceMime = 'application/vnd.code.tree.loop.review';
const label = (name: string): LabelsNode => ({ kind: 'label', label: name, count: 1, children: [] });
const unlabelled: LabelsNode = { kind: 'unlabelled', count: 2 };

/** Dragging in the Labels view, as the editor calls it. */
describe('dragging in the Labels view', () => {
  let module: typeof Drop;
  before(async () => {
    module = (await loadHostModule('extension/labels/drop.ts', { DataTransferItem })) as typeof Drop;
  });

  async function drop(what: { nodes?: LabelsNode[]; traces?: unknown }, on: LabelsNode | undefined, refuse = false) {
    const failed: unknown[] = [];
    const engine = fakeEngine({
      'label.change': (_params, { act_id = 'a' }) => {
        if (refuse) throw new Error('label_cycle');
        return { act_id, merged: false };
      },
      'label.add': () => ({ labels: [], attributes: {} }),
    });
    const host = { engine, fail: (error: unknown) => failed.push(error) } as unknown as Parameters<typeof Drop.labelDrops>[0];
    const controller = module.labelDrops(host);
    const transfer = new Map<string, DataTransferItem>();
    if (what.nodes) await controller.handleDrag?.(what.nodes, transfer as never, undefined as never);
    if (what.traces !== undefined) transfer.set(traceMime, new DataTransferItem(JSON.stringify(what.traces)));
    await controller.handleDrop?.(on, transfer as never, undefined as never);
    return { asked: engine.asked.map(({ method, params }) => [method, params]), failed };
  }

  const cases: [what: string, dragged: Parameters<typeof drop>[0], on: LabelsNode | undefined, asked: unknown[]][] = [
    [
      'a label on another goes under it',
      { nodes: [label('refunds')] },
      label('billing'),
      [['label.change', { label: 'refunds', parent: 'billing' }]],
    ],
    [
      'a label on the empty part stands alone',
      { nodes: [label('refunds')] },
      undefined,
      [['label.change', { label: 'refunds', parent: null }]],
    ],
    [
      'a label on “Not labelled yet” stands alone',
      { nodes: [label('refunds')] },
      unlabelled,
      [['label.change', { label: 'refunds', parent: null }]],
    ],
    ['a label on itself changes nothing', { nodes: [label('refunds')] }, label('refunds'), []],
    ['“Not labelled yet” cannot be dragged', { nodes: [unlabelled] }, label('billing'), []],
    [
      'traces on a label get it',
      { traces: ['t1', 't2'] },
      label('billing'),
      [['label.add', { traces: ['t1', 't2'], labels: ['billing'] }]],
    ],
    ['traces on the empty part change nothing', { traces: ['t1'] }, undefined, []],
    ['anything else changes nothing', { traces: { no: 'list' } }, label('billing'), []],
  ];
  for (const [what, dragged, on, asked] of cases) {
    it(what, async () => {
      const done = await drop(dragged, on);
      assert.deepEqual([done.asked, done.failed], [asked, []]);
    });
  }

  it('says why the engine would not have it', async () => {
    const { failed } = await drop({ nodes: [label('billing')] }, label('refunds'), true);
    assert.match(String(failed[0]), /label_cycle/);
  });
});
