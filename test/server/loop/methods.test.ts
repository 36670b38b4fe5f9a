import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Method, RecipeInput } from '../../../core/dataset/recipe';
import { asked, candidate, down, fix, gold, grade, pick, score, Stage, taint, up, type Act, type Row } from './stage';

interface Case {
  readonly row: string;
  readonly method: Method;
  readonly acts?: readonly Act[];
  readonly conversation?: Row;
  readonly recipe?: Partial<RecipeInput>;
  /** The rows, or the code the trace is left out with. */
  readonly gives: readonly string[] | string;
  readonly dropped?: Readonly<Record<string, number>>;
}

const ben = { by: 'ben' };
const graded = (question: string, words: string): Pick<Case, 'conversation' | 'acts'> => ({
  conversation: asked(question, words),
  acts: [grade],
});
const brokenCall = {
  messages: [
    { role: 'user', content: 'A broken call?' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', type: 'function', function: { name: 'f', arguments: '[1]' } }] },
  ],
};

/** LOOP §9, "made from" and "left-out codes", method by method. What people alone say is in the table of §3. */
const cases: readonly Case[] = [
  { method: 'sft', row: 'newest gold before the counting correction', acts: [gold('Gold.'), fix('Fixed.')], gives: ['Gold.'] },
  { method: 'sft', row: 'correction before the answer', acts: [fix('Fixed.')], gives: ['Fixed.'] },
  { method: 'sft', row: 'the answer if its polarity is +', acts: [up()], gives: ['Answer.'] },
  { method: 'sft', row: 'no_verdict', gives: 'no_verdict' },
  { method: 'sft', row: 'thumbs_down_only', acts: [down()], gives: 'thumbs_down_only' },
  { method: 'sft', row: 'score exactly on min_score', ...graded('On min_score?', 'five two'), gives: ['five two'] },
  { method: 'sft', row: 'below_min_score', ...graded('Below min_score?', 'five'), gives: 'below_min_score' },
  {
    method: 'sft',
    row: 'min_score of the recipe',
    ...graded('Own min_score?', 'five'),
    recipe: { min_score: 0.5 },
    gives: ['five'],
  },
  { method: 'sft', row: 'nothing applied: no score, no_verdict', conversation: asked('No score?'), gives: 'no_verdict' },
  {
    method: 'sft',
    row: 'score_from: ranks are never mixed',
    ...graded('Which rank?', 'five two'),
    recipe: { score_from: 'human' },
    gives: 'no_verdict',
  },
  { method: 'dpo', row: 'correction over the answer', acts: [fix('Fixed.')], gives: ['Fixed. > Answer.'] },
  {
    method: 'dpo',
    row: 'gold over the answer, beside the correction',
    acts: [fix('Fixed.'), gold('Gold.')],
    gives: ['Fixed. > Answer.', 'Gold. > Answer.'],
  },
  { method: 'dpo', row: 'no_second_answer', acts: [up()], gives: 'no_second_answer' },
  { method: 'dpo', row: 'chosen_equals_rejected', acts: [gold('Answer.')], gives: 'chosen_equals_rejected' },
  {
    method: 'dpo',
    row: 'best over worst, three answers',
    conversation: asked('Best over worst?', 'five'),
    acts: [candidate('five three two'), candidate('two'), grade],
    gives: ['five three two > two'],
  },
  {
    method: 'dpo',
    row: 'all_scores_equal',
    conversation: asked('All equal?', 'five'),
    acts: [candidate('five!'), grade],
    gives: 'all_scores_equal',
  },
  {
    method: 'dpo',
    row: 'unscored candidates take no part',
    conversation: asked('Unscored?', 'five'),
    acts: [candidate('two'), grade, candidate('added afterwards: five three two')],
    gives: ['five > two'],
  },
  {
    method: 'dpo',
    row: 'only one is scored',
    conversation: asked('One scored?', 'five'),
    acts: [grade, candidate('two')],
    gives: 'no_second_answer',
  },
  {
    method: 'dpo',
    row: 'min_margin: more than it, not as much',
    conversation: asked('On the margin?', 'five three'),
    acts: [candidate('five'), grade],
    recipe: { min_margin: 0.5 },
    gives: 'all_scores_equal',
  },
  {
    method: 'dpo',
    row: 'any pair of people’s silences scores',
    conversation: asked('Silenced?', 'five'),
    acts: [candidate('two'), grade, pick('c1', 'answer')],
    gives: ['two > five'],
  },
  { method: 'kto', row: 'up is true', acts: [up()], gives: ['Answer. +'] },
  { method: 'kto', row: 'down is false', acts: [down()], gives: ['Answer. -'] },
  { method: 'kto', row: 'correction is two rows', acts: [fix('Fixed.')], gives: ['Fixed. +', 'Answer. -'] },
  { method: 'kto', row: 'gold is true', acts: [gold('Gold.')], gives: ['Gold. +'] },
  { method: 'kto', row: 'no_verdict', gives: 'no_verdict' },
  { method: 'kto', row: 'score above', ...graded('Above?', 'five two'), gives: ['five two +'] },
  { method: 'kto', row: 'score below', ...graded('Below?', 'three'), gives: ['three -'] },
  { method: 'kto', row: 'score_on_the_fence', ...graded('On the fence?', 'five'), gives: 'score_on_the_fence' },
  {
    method: 'kto',
    row: 'label_threshold of the recipe',
    ...graded('Another fence?', 'five'),
    recipe: { label_threshold: 0.4 },
    gives: ['five +'],
  },
  { method: 'grpo', row: 'ground truth from a gold', acts: [gold('Gold.')], gives: ['reference Gold.'] },
  {
    method: 'grpo',
    row: 'ground truth from a reference without an answer',
    conversation: { prompt: 'Capital of France?', reference: 'Paris' },
    gives: ['reference Paris'],
  },
  { method: 'grpo', row: 'rules', recipe: { graders: ['words.grader.yaml'] }, gives: ['rules'] },
  {
    method: 'grpo',
    row: 'ground truth before rules',
    acts: [gold('Gold.')],
    recipe: { graders: ['words.grader.yaml'] },
    gives: ['reference Gold.'],
  },
  { method: 'grpo', row: 'judge rubric', recipe: { judge: 'tone.judge.md' }, gives: ['judge'] },
  {
    method: 'grpo',
    row: 'rules before a judge',
    recipe: { graders: ['words.grader.yaml'], judge: 'tone.judge.md' },
    gives: ['rules'],
  },
  { method: 'grpo', row: 'no_reward, whatever was said', acts: [up(), score(1)], gives: 'no_reward' },

  // The codes all methods share, each where the ones after it hold too.
  { method: 'sft', row: 'tainted', acts: [taint(), up(), down(ben)], gives: 'tainted' },
  {
    method: 'sft',
    row: 'tainted, asked for',
    acts: [taint(), up()],
    recipe: { include_tainted: true },
    gives: ['Answer.'],
  },
  { method: 'sft', row: 'disputed', acts: [up(), down(ben)], gives: 'disputed' },
  {
    method: 'sft',
    row: 'disputed: latest',
    acts: [up(), fix('Fixed.', ben)],
    recipe: { on_dispute: 'latest' },
    gives: ['Fixed.'],
  },
  {
    method: 'sft',
    row: 'disputed: majority',
    acts: [up(), down(ben), up({ by: 'eve' })],
    recipe: { on_dispute: 'majority' },
    gives: ['Answer.'],
  },
  {
    method: 'kto',
    row: 'disputed: no majority',
    acts: [up(), down(ben)],
    recipe: { on_dispute: 'majority' },
    gives: 'disputed',
  },
  {
    method: 'sft',
    row: 'no_prompt',
    conversation: { messages: [{ role: 'assistant', content: '' }] },
    acts: [up()],
    gives: 'no_prompt',
  },
  { method: 'sft', row: 'empty_answer', conversation: asked('Empty?', ' '), acts: [up()], gives: 'empty_answer' },
  {
    method: 'kto',
    row: 'empty_answer: the correction stays',
    conversation: asked('Empty, corrected?', ''),
    acts: [fix('Fixed.')],
    gives: ['Fixed. +'],
    dropped: { empty_answer: 1 },
  },
  { method: 'sft', row: 'invalid_tool_calls', conversation: brokenCall, acts: [up()], gives: 'invalid_tool_calls' },
  {
    method: 'dpo',
    row: 'duplicate_row inside a trace is a row dropped',
    acts: [fix('Same.'), gold('Same.')],
    gives: ['Same. > Answer.'],
    dropped: { duplicate_row: 1 },
  },
];

const judge = `---
version: 1
name: Tone
dimensions:
  - { key: tone, description: The customer is addressed with respect., scale: { min: 1, max: 5 } }
---

Score the tone of the last reply. Length is not quality.
`;

for (const method of ['sft', 'dpo', 'kto', 'grpo'] as const) {
  describe(`LOOP §9: ${method}`, () => {
    const own = cases.filter((one) => one.method === method);
    let stage: Stage;
    before(async () => {
      stage = await Stage.open(own.map(({ conversation, row }) => conversation ?? asked(`${row}?`)));
      stage.ws.write('tone.judge.md', judge);
    });
    after(() => stage.ws.dispose());

    own.forEach(({ row, acts = [], recipe, gives, dropped = {} }, n) => {
      it(row, async () => {
        await stage.play(n, acts);
        const built = await stage.build(n, method, recipe);
        const { report, item_count } = built;
        assert.deepEqual(item_count > 0 ? await stage.rows(built) : Object.keys(report.left_out).join(), gives);
        assert.deepEqual(report.rows_dropped, dropped);
        assert.deepEqual([report.slice_size, report.traces_in], [1, item_count > 0 ? 1 : 0]);
      });
    });
  });
}

describe('LOOP §9: rows of several traces', () => {
  let stage: Stage;
  before(async () => {
    const twins = [1, 2].map((n) => ({ ...asked('The same?', 'The same.'), created_at: `2026-09-0${n}T00:00:00Z` }));
    const other = { ...asked('The same?', 'Another.'), created_at: '2026-09-03T00:00:00Z' };
    stage = await Stage.open([...twins, other], { labels: false });
    for (const n of [0, 1, 2]) await stage.play(n, [up()]);
  });
  after(() => stage.ws.dispose());

  it('duplicate_row: the earlier one stays, the later trace is left out', async () => {
    const built = await stage.ws.call('dataset.build', { name: 'twins', method: 'sft' });
    assert.deepEqual([await stage.rows(built), built.report.left_out], [['The same.', 'Another.'], { duplicate_row: 1 }]);
    const left = await stage.ws.call('dataset.traces', { dataset: built.dataset_id, part: 'left_out:duplicate_row' });
    assert.deepEqual(
      left.rows.map(({ id }) => id),
      [stage.traces[1]],
    );
  });
});
