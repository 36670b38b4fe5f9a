import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { asked, merge, Stage } from './stage';

const judge = (more = '') => `---
version: 1
name: Tone
model: any-judge
dimensions:
  - { key: tone, description: The customer is addressed with respect., scale: { min: 1, max: 5 }, weight: 2 }
  - { key: facts, description: Every statement is true., scale: boolean }
pass_threshold: 0.6
---

Score the tone and the facts of the last reply. Length is not quality.${more}
`;

/** LOOP §9, grpo: the judge's rubric, frozen; the judge was run elsewhere and its verdicts came in with a merged log. */
describe('LOOP §9: grpo by a judge’s rubric', () => {
  let stage: Stage;
  const recipe = { name: 'judged', method: 'grpo' as const, judge: 'rubrics/../tone.judge.md' };

  beforeEach(async () => {
    stage = await Stage.open([asked('Scored by the judge?'), asked('Not scored yet?')]);
    stage.ws.write('tone.judge.md', judge());
    const verdict = { type: 'verdict' as const, trace: stage.traces[0] ?? '', turn: 1, judge: 'Tone', run: 'run-1' };
    await merge(stage.ws, [{ by: 'judge', body: { ...verdict, score: 0.75, scores: { tone: 4, facts: 1 } } }]);
  });
  afterEach(() => stage.ws.dispose());

  const exported = async (dataset: string) => {
    const folder = path.join(stage.ws.folder, dataset);
    await stage.ws.call('export.run', { dataset, target: 'trl', folder });
    const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
    return {
      rows: text('train.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { prompt: object[]; reward_spec: string; reference: string }),
      card: JSON.parse(text('card.json')) as { judges: { name: string; hash: string }[] },
    };
  };

  it('gives each prompt the whole rubric, and never a completion', async () => {
    const { report } = await stage.ws.call('dataset.build', recipe);
    assert.deepEqual([report.rows, report.left_out, report.sources.judge], [2, {}, 2]);
    const { rows, card } = await exported('judged');
    assert.equal(card.judges[0]?.name, 'Tone');
    for (const row of rows) {
      assert.deepEqual(Object.keys(row).sort(), ['prompt', 'prompt_id', 'reference', 'reward_spec']);
      assert.equal(row.reference, '');
      assert.deepEqual(JSON.parse(row.reward_spec), {
        kind: 'judge',
        judge: 'Tone',
        hash: card.judges[0].hash,
        rubric: {
          name: 'Tone',
          instructions: 'Score the tone and the facts of the last reply. Length is not quality.',
          dimensions: [
            {
              key: 'tone',
              description: 'The customer is addressed with respect.',
              scale: { min: 1, max: 5 },
              weight: 2,
            },
            { key: 'facts', description: 'Every statement is true.', scale: 'boolean' },
          ],
        },
      });
    }
  });

  it('rests on the verdict where the judge has scored, and warns that nobody measured the judge', async () => {
    const { dataset_id, report } = await stage.ws.call('dataset.build', recipe);
    const [run, frozen] = report.judges.sort((a, b) => b.localeCompare(a));
    assert.deepEqual([run, frozen?.split('@')[0]], ['Tone@run-1', 'Tone']);
    assert.equal(report.score_from, 'judges');
    const warning = report.warnings.find(({ code }) => code === 'judge_not_measured');
    assert.deepEqual(warning?.args, { judges: 'Tone', labels: 0, least: 50 });
    const part = { dataset: dataset_id, part: 'warning:judge_not_measured' };
    assert.equal((await stage.ws.call('dataset.traces', part)).total, 2);
  });

  it('is frozen: other instructions make another version, a threshold does not', async () => {
    const first = await stage.ws.call('dataset.build', recipe);
    stage.ws.write('tone.judge.md', judge().replace('pass_threshold: 0.6', 'pass_threshold: 0.9').replaceAll('\n', '\r\n'));
    assert.equal((await stage.ws.call('dataset.build', recipe)).unchanged, true);
    stage.ws.write('tone.judge.md', judge(' Be exact.'));
    const second = await stage.ws.call('dataset.build', recipe);
    assert.deepEqual([second.unchanged, second.version], [false, first.version + 1]);
    assert.doesNotMatch((await exported('judged@1')).rows[0]?.reward_spec ?? '', /Be exact/);
    assert.match((await exported('judged@2')).rows[0]?.reward_spec ?? '', /Be exact/);
  });

  it('says what is wrong with the file', async () => {
    await assert.rejects(stage.ws.call('dataset.build', { ...recipe, judge: 'gone.judge.md' }), isProblem('file_not_found'));
    stage.ws.write('tone.judge.md', judge().replace('dimensions:', 'dimension:'));
    await assert.rejects(stage.ws.call('dataset.build', recipe), isProblem('judge_invalid'));
  });
});
