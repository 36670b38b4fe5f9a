import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { DatasetRow } from '../../../core/protocol/results';
import { exportState, type DatasetNode, type FileState } from '../../../extension/datasets/nodes';
import type { createDatasetTree } from '../../../extension/datasets/tree';
import { fakeEngine } from './fake-engine';
import { english, loadHostModule } from './fake-vscode';

const file = (path: string, state: FileState) => ({ dataset: 'd1', path, state, rows: 1 });

describe('the state of an export', () => {
  it('is the worst of its files', () => {
    const ordered: FileState[] = ['current', 'stale', 'changed', 'missing', 'holds_purged'];
    for (const [n, state] of ordered.entries()) {
      const files = ordered.slice(0, n + 1).map((one, i) => file(`out/${i}.jsonl`, one));
      assert.equal(exportState('out', files), state);
    }
  });

  it('is told from the files in its own folder, and from no others', () => {
    const files = [
      file('out/train.jsonl', 'current'),
      file('out/older/train.jsonl', 'missing'),
      file('output/train.jsonl', 'changed'),
      file('train.jsonl', 'stale'),
      file('C:\\sets\\train.jsonl', 'holds_purged'),
    ];
    assert.equal(exportState('out', files), 'current');
    assert.equal(exportState('out/', files), 'current');
    assert.equal(exportState('out/older', files), 'missing');
    assert.equal(exportState('', files), 'stale');
    assert.equal(exportState('.', files), 'stale');
    assert.equal(exportState('C:\\sets', files), 'holds_purged');
    assert.equal(exportState('elsewhere', files), undefined);
  });
});

describe('the tree of datasets', () => {
  const row: DatasetRow = {
    dataset_id: 'd1',
    name: 'set',
    version: 1,
    method: 'sft',
    hash: 'h',
    rows: 2,
    train_rows: 2,
    holdout_rows: 0,
    purged_rows: 0,
    built_at: '2026-09-01T00:00:00.000Z',
    warnings: [],
    exports: [
      { export: 'e1', target: 'trl', folder: 'out', at: '2026-09-01T00:00:00.000Z' },
      { export: 'e2', target: 'openai', folder: 'gone', at: '2026-09-01T00:00:00.000Z' },
    ],
  };

  class Item {
    iconPath?: { icon: string };
    description?: string;
    constructor(readonly label: unknown) {}
  }
  const vscode = {
    ...english,
    EventEmitter: class {
      event = () => undefined;
    },
    ThemeIcon: class {
      constructor(readonly icon: string) {}
    },
    ThemeColor: class {
      constructor(readonly id: string) {}
    },
    TreeItem: Item,
    TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
    workspace: { findFiles: () => Promise.resolve([]) },
  };

  async function tree(files: ReturnType<typeof file>[]) {
    const module = (await loadHostModule('extension/datasets/tree.ts', vscode)) as {
      createDatasetTree: typeof createDatasetTree;
    };
    const engine = fakeEngine({
      'dataset.list': () => [row],
      'export.verify': () => ({ ok: false, files, missing: [] }),
    });
    const made = module.createDatasetTree({ engine, fail: (error: unknown) => assert.fail(String(error)) } as never);
    const below = async (node?: DatasetNode) => (await made.getChildren(node)) ?? [];
    return { engine, below, item: (node: DatasetNode) => made.getTreeItem(node) as unknown as Item };
  }

  it('says of each export how its files are, and asks only when a version is opened', async () => {
    const { engine, below, item } = await tree([file('out/train.jsonl', 'current'), file('gone/train.jsonl', 'missing')]);
    const [name] = await below();
    const [version] = await below(name);
    assert.deepEqual(
      engine.asked.map(({ method }) => method),
      ['dataset.list'],
    );
    const exports = await below(version);
    assert.deepEqual(engine.asked.at(-1)?.params, { dataset: 'd1' });
    const shown = exports.map((node) => item(node));
    assert.deepEqual(
      shown.map(({ label, iconPath, description }) => [label, iconPath?.icon, description?.split(' · ').slice(0, 2)]),
      [
        ['trl', 'export', ['current', 'out']],
        ['openai', 'warning', ['missing', 'gone']],
      ],
    );
  });

  it('says nothing of files that nobody knows of', async () => {
    const { below, item } = await tree([]);
    const [name] = await below();
    const [version] = await below(name);
    const [first] = await below(version);
    assert.ok(first);
    assert.deepEqual([item(first).iconPath?.icon, item(first).description?.split(' · ')[0]], ['export', 'out']);
  });
});
