import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

const grader = (rules: string, more = '') => `version: 1\nname: Rules\n${more}rules:\n${rules}`;
const half = grader('  - { id: a, type: contains, any: [alpha] }\n  - { id: b, type: contains, any: [beta] }\n');

describe('engine: what grades are for', () => {
  let ws: Workspace;

  beforeEach(async () => {
    ws = await makeWorkspace();
  });
  afterEach(() => ws.dispose());

  const lines = (folder: string, file = 'train.jsonl') =>
    readFileSync(path.join(ws.folder, folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const exported = async (dataset: string) => {
    await ws.call('export.run', { dataset, target: 'trl', folder: path.join(ws.folder, dataset) });
    return lines(dataset);
  };

  describe('rewards', () => {
    const rules =
      '  - { id: a, type: contains, any: [alpha] }\n  - { id: b, type: contains, any: [beta], slice: { label: billing } }\n';
    const recipe = { name: 'grpo', method: 'grpo' as const, graders: ['rules/r.grader.yaml'] };

    beforeEach(async () => {
      const ids = await importRows(ws, [chat('1', 'Q1?', 'alpha'), chat('2', 'Q2?', 'beta')]);
      await ws.call('label.add', { traces: [ids[1] ?? ''], labels: ['refunds'], parent: 'billing' });
      mkdirSync(path.join(ws.folder, 'rules'));
      ws.write('rules/r.grader.yaml', grader(rules));
    });

    it('are the rules that apply to each prompt, groups of labels included', async () => {
      const { report, item_count } = await ws.call('dataset.build', recipe);
      assert.deepEqual([item_count, report.left_out], [2, {}]);
      const specs = (await exported('grpo')).map(
        (row) => JSON.parse(String(row['reward_spec'])) as { graders: { rules: { id: string }[] }[] },
      );
      assert.deepEqual(
        specs.map(({ graders }) => graders.map((g) => g.rules.map(({ id }) => id))),
        [[['a']], [['a', 'b']]],
      );
    });

    it('are frozen when the dataset is built: other rules make another version', async () => {
      const first = await ws.call('dataset.build', recipe);
      ws.write('rules/r.grader.yaml', `# a comment\n${grader(rules)}`);
      assert.equal((await ws.call('dataset.build', recipe)).unchanged, true);
      ws.write('rules/r.grader.yaml', grader(rules.replace('alpha', 'gamma')));
      const second = await ws.call('dataset.build', recipe);
      assert.deepEqual([second.unchanged, second.version], [false, first.version + 1]);
      assert.match(JSON.stringify(await exported(`grpo@${first.version}`)), /alpha/);
      assert.match(JSON.stringify(await exported(`grpo@${second.version}`)), /gamma/);
    });

    it('are kept by a path that another copy of the workspace has too', async () => {
      await ws.call('dataset.build', { ...recipe, graders: [path.join(ws.folder, 'rules', 'r.grader.yaml')] });
      const { recipe: kept } = await ws.call('dataset.report', { dataset: 'grpo' });
      assert.deepEqual(kept.graders, ['rules/r.grader.yaml']);
    });
  });

  describe('grading on arrival', () => {
    const says = { role: 'assistant', content: 'alpha' };
    const asked = (n: number) => ({ role: 'user', content: `Question ${n}?` });

    it('grades what an import brings, by graders that ask for it', async () => {
      ws.write('auto.grader.yaml', grader('  - { id: a, type: contains, any: [alpha] }\n', 'auto: true\n'));
      ws.write('hand.grader.yaml', half.replace('Rules', 'By hand'));
      ws.write('broken.grader.yaml', 'version: 1\nname: Broken\nauto: true\nrules: []\n');
      const file = ws.write('log.jsonl', [chat('1', 'Q?', 'alpha'), chat('2', 'R?', 'no')].join('\n'));
      const first = await ws.call('import.run', { paths: [file], source: 's' });
      assert.deepEqual(first.grades, [{ grader: 'Rules', graded: 2, passed: 1, failed: 1, no_score: 0 }]);
      const { scores } = await ws.call('grade.scores', { trace: first.trace_ids[0] ?? '' });
      assert.deepEqual(
        scores.map(({ name, score }) => [name, score]),
        [['Rules', 1]],
      );
      assert.equal((await ws.call('import.run', { paths: [file], source: 's' })).grades, undefined);
    });

    it('grades what is recorded, and lets a session grow all the same', async () => {
      ws.write('auto.grader.yaml', grader('  - { id: a, type: contains, any: [alpha] }\n', 'auto: true\n'));
      await ws.call('source.switch', { source: 'live', recording: true });
      const row = (messages: object[]) => ({ source: 'live', request_id: 'r1', messages });
      const [one] = await ws.call('record', { rows: [row([asked(1), says])] });
      const [two] = await ws.call('record', { rows: [row([asked(1), says, asked(2), { role: 'assistant', content: 'no' }])] });
      assert.equal(two?.trace_id, one?.trace_id);
      const { scores } = await ws.call('grade.scores', { trace: one?.trace_id ?? '' });
      assert.deepEqual(
        scores.map(({ turn, score }) => [turn, score]),
        [
          [1, 1],
          [3, 0],
        ],
      );
    });

    it('is done by every grader where the settings say so', async () => {
      await ws.dispose();
      ws = await makeWorkspace({ grade_on_arrival: true });
      ws.write('hand.grader.yaml', half);
      const file = ws.write('log.jsonl', chat('1', 'Q?', 'alpha'));
      assert.equal((await ws.call('import.run', { paths: [file], source: 's' })).grades?.[0]?.graded, 1);
    });
  });
});
