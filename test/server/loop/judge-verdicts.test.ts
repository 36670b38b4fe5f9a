import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { asked, Stage } from './stage';

const judge = (more = '') => `---
version: 1
name: Tone
dimensions:
  - { key: tone, description: The customer is addressed with respect., scale: { min: 1, max: 5, step: 1 }, weight: 2 }
  - { key: facts, description: Every statement is true., scale: boolean }
---

Score the tone and the facts of the last reply. Length is not quality.${more}
`;

/** LOOP §8: what a judge said elsewhere comes in under the rubric it was given. */
describe('LOOP §8: verdicts of a judge', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await Stage.open([asked('One?'), asked('Two?'), asked('Three?')]);
    stage.ws.write('tone.judge.md', judge());
  });
  afterEach(() => stage.ws.dispose());

  const id = (n: number) => stage.traces[n] ?? '';
  const take = (rows: readonly unknown[], more: { run?: string; model?: string } = {}) => {
    const lines = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row)));
    stage.ws.write('verdicts.jsonl', `${lines.join('\n')}\n`);
    return stage.ws.call('judge.import', { judge: { path: 'tone.judge.md' }, path: 'verdicts.jsonl', ...more });
  };
  const verdictsOn = async (n: number) => (await stage.ws.call('trace.show', { trace: id(n) })).verdicts;

  it('are the weighted mean of normalised dimensions, and count as a judge’s', async () => {
    const taken = await take([
      { trace: id(0), scores: { tone: 4, facts: true }, reason: 'Polite, write to eve@example.org.' },
      { trace: id(1), turn: 1, scores: '{"tone": 1, "facts": "1"}' },
    ]);
    assert.deepEqual([taken.read, taken.recorded, taken.duplicates, taken.refused], [2, 2, 0, 0]);
    const [verdict] = await verdictsOn(0);
    assert.deepEqual(
      [verdict?.from, verdict?.name, verdict?.dimensions, verdict?.reason, verdict?.stale],
      ['judge', 'Tone', { tone: 4, facts: 1 }, 'Polite, write to [redacted:email].', undefined],
    );
    assert.equal(verdict?.score, (2 * 0.75 + 1) / 3);
    assert.equal((await verdictsOn(1))[0]?.score, 1 / 3);
    const { report } = await stage.ws.call('dataset.build', { name: 'k', method: 'kto' });
    assert.deepEqual([report.score_from, report.balance, report.sources.judge], ['judges', { desirable: 1, undesirable: 1 }, 2]);
    assert.deepEqual(report.judges, [`Tone@${taken.run}`]);
  });

  const good = { tone: 3, facts: false };
  for (const [row, code, given] of [
    ['another dimension', 'unknown_dimension', { scores: { ...good, style: 1 } }],
    ['a dimension that is left out', 'missing_dimension', { scores: { tone: 3 } }],
    ['nothing said, and no reason', 'missing_dimension', { scores: null }],
    ['one dimension null, and no reason', 'missing_dimension', { scores: { tone: 3, facts: null } }],
    ['above its scale', 'out_of_scale', { scores: { ...good, tone: 6 } }],
    ['between two steps', 'out_of_scale', { scores: { ...good, tone: 3.5 } }],
    ['a number for yes or no', 'out_of_scale', { scores: { ...good, facts: 0.5 } }],
    ['yes on a scale of numbers', 'out_of_scale', { scores: { ...good, tone: true } }],
    ['words for a score', 'out_of_scale', { scores: { ...good, tone: 'good' } }],
    ['no scores', 'unparseable', { verdict: 'fine' }],
    ['no trace', 'unparseable', { trace: undefined, scores: good }],
    ['a trace of another store', 'trace_not_found', { trace: 'nowhere', scores: good }],
    ['a question', 'turn_invalid', { turn: 0, scores: good }],
    ['no JSON', 'invalid_json', '{"trace":'],
  ] as const) {
    it(`refuse ${row}: ${code}`, async () => {
      const odd = typeof given === 'string' ? given : { trace: id(0), ...given };
      const taken = await take([odd, { trace: id(1), scores: good }, { trace: id(2), scores: good }]);
      assert.deepEqual([taken.read, taken.recorded, taken.refused_by], [3, 2, { [code]: 1 }]);
      assert.equal(taken.refused_rows[0]?.line, 1);
      assert.doesNotMatch(taken.refused_rows[0].message, /[{}]/);
      assert.deepEqual(await verdictsOn(0), []);
    });
  }

  for (const [scale, fits, refused] of [
    ['{ min: 1, max: 5 }', 4, 3.5],
    ['{ min: -2, max: 2 }', -1, 0.5],
    ['{ min: 0, max: 1 }', 0.37, 1.2],
    ['{ min: 0.5, max: 4.5 }', 3.3, 5],
    ['{ min: 1, max: 5, step: 0.5 }', 3.5, 3.3],
  ] as const) {
    it(`keep to the steps of ${scale}, which are whole ones between whole numbers`, async () => {
      stage.ws.write('tone.judge.md', judge().replace('{ min: 1, max: 5, step: 1 }', scale));
      const taken = await take([
        { trace: id(0), scores: { ...good, tone: refused } },
        { trace: id(1), scores: { ...good, tone: fits } },
      ]);
      assert.deepEqual([taken.recorded, taken.refused_by], [1, { out_of_scale: 1 }]);
    });
  }

  it('may abstain, with a reason: a verdict without a score', async () => {
    await take([
      { trace: id(0), scores: null, reason: 'Nothing to judge.' },
      { trace: id(1), scores: { tone: 5, facts: null }, reason: 'Cannot tell.' },
    ]);
    const [none, some] = [await verdictsOn(0), await verdictsOn(1)];
    assert.deepEqual([none[0]?.score, none[0]?.dimensions, some[0]?.score], [null, {}, 1]);
    const { report } = await stage.ws.call('dataset.build', { name: 'k', method: 'kto' });
    assert.deepEqual(report.left_out, { no_verdict: 2 });
  });

  it('rest on the same rubric, whether the judge is Markdown or YAML', async () => {
    const [, keys = '', body = ''] = judge().split(/^---\n/m);
    const instructions = body.trim().replace(/^/gm, '  ');
    stage.ws.write('tone.judge.yaml', `instructions: |\n${instructions}\n${keys}`);
    const { text } = await stage.ws.call('judge.convert', { judge: { path: 'tone.judge.yaml' } });
    assert.equal(text, judge());
    const { rubric_hash: hash } = await take([{ trace: id(0), scores: good }]);
    stage.ws.write('yaml.jsonl', JSON.stringify({ trace: id(1), scores: good }));
    const taken = await stage.ws.call('judge.import', { judge: { path: 'tone.judge.yaml' }, path: 'yaml.jsonl' });
    assert.deepEqual([taken.recorded, taken.rubric_hash], [1, hash]);
    stage.ws.write('tone.judge.yaml', keys);
    await assert.rejects(stage.ws.call('judge.convert', { judge: { path: 'tone.judge.yaml' } }), isProblem('judge_invalid'));
  });

  it('come in once, however often, and a run goes on where it stopped', async () => {
    const rows = [0, 1].map((n) => ({ trace: id(n), scores: good }));
    const first = await take(rows);
    const again = await take(rows);
    assert.deepEqual([again.run, again.recorded, again.duplicates], [first.run, 0, 2]);
    assert.equal((await stage.ws.call('judge.runs', {})).length, 1);
    const other = await take(rows, { model: 'another' });
    assert.notEqual(other.run, first.run);
    await take([rows[0]], { run: 'mine' });
    const more = await take(rows, { run: 'mine' });
    assert.deepEqual([more.recorded, more.duplicates], [1, 1]);
  });

  it('take no longer each, the more there are about one conversation', async () => {
    stage.ws.write('tone.judge.md', judge().replace('{ min: 1, max: 5, step: 1 }', 'unit'));
    const costOf = async (rows: number) => {
      const before = process.cpuUsage();
      const taken = await take(
        Array.from({ length: rows }, (_, i) => ({
          trace: id(0),
          scores: { tone: i / rows, facts: 1 },
          reason: `No. ${i} of ${rows}: ask user${i}@example.org.`,
        })),
        { run: `of ${rows}` },
      );
      assert.equal(taken.recorded, rows);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    await costOf(200);
    const few = await costOf(500);
    assert.ok((await costOf(4000)) < 24 * few, 'eight times as many cost about eight times as much');
  });

  it('of the newest run of a judge count', async () => {
    await take([{ trace: id(0), scores: { tone: 1, facts: false } }]);
    await take([{ trace: id(0), scores: { tone: 5, facts: true } }]);
    const { report } = await stage.ws.call('dataset.build', { name: 'k', method: 'kto', slice: { label: 'case-0' } });
    assert.deepEqual(report.balance, { desirable: 1, undesirable: 0 });
  });

  it('keep the rubric they rest on, and are stale when its file says something else', async () => {
    const rows = [{ trace: id(0), scores: good }];
    await take(rows, { run: 'mine' });
    stage.ws.write('tone.judge.md', judge(' Be exact.'));
    const [run] = await stage.ws.call('judge.runs', {});
    assert.deepEqual([run?.run, run?.verdicts, run?.stale], ['mine', 1, true]);
    assert.equal((await verdictsOn(0))[0]?.stale, true);
    await assert.rejects(take(rows, { run: 'mine' }), isProblem('usage'));
    stage.ws.write('tone.judge.md', `${judge()}\n`);
    assert.equal((await stage.ws.call('judge.runs', {}))[0]?.stale, false, 'the same words are the same rubric');
  });

  it('freeze their rubric into grpo rows, whatever its file says since', async () => {
    await take([{ trace: id(0), scores: good }]);
    stage.ws.write('tone.judge.md', judge(' Be exact.'));
    const recipe = { name: 'judged', method: 'grpo' as const, judge: 'tone.judge.md' };
    const rubric = async () => {
      const { dataset_id } = await stage.ws.call('dataset.build', recipe);
      const folder = path.join(stage.ws.folder, dataset_id);
      await stage.ws.call('export.run', { dataset: dataset_id, target: 'trl', folder });
      return readFileSync(path.join(folder, 'train.jsonl'), 'utf8');
    };
    assert.doesNotMatch(await rubric(), /Be exact/);
    await take([{ trace: id(0), scores: good }]);
    assert.match(await rubric(), /Be exact/, 'the newest run used the new one');
  });

  it('are still there after closing, and gone with their trace', async () => {
    await take([0, 1].map((n) => ({ trace: id(n), scores: good })));
    await stage.ws.reopen();
    assert.equal((await verdictsOn(0)).length, 1);
    await stage.ws.call('store.rebuild', {});
    assert.equal((await stage.ws.call('judge.runs', {})).length, 1);
    await stage.ws.call('trace.delete', { traces: [id(0)], confirmed: true });
    assert.equal((await verdictsOn(1)).length, 1);
  });
});
