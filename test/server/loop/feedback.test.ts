import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import type { Provenance } from '../../../core/log/events';
import { isProblem } from '../../support/problem';
import {
  asked,
  candidate,
  down,
  fix,
  gold,
  grade,
  merge,
  note,
  pick,
  redo,
  score,
  signalOf,
  skip,
  Stage,
  undo,
  up,
  type Act,
  type Row,
} from './stage';

type Method = 'sft' | 'dpo' | 'kto' | 'grpo';

interface Case {
  /** The row of LOOP.md this is about. */
  readonly row: string;
  readonly acts?: readonly Act[];
  readonly conversation?: Row;
  readonly state: string;
  readonly verdict?: string;
  /** The rows that come of it, or the code it is left out with. */
  readonly gives?: Partial<Record<Method, readonly string[] | string>>;
}

const ben = { by: 'ben' };

/** LOOP §3, first table: what each kind says and unlocks. */
const kinds: readonly Case[] = [
  {
    row: 'nothing',
    state: 'unreviewed',
    gives: { sft: 'no_verdict', dpo: 'no_second_answer', kto: 'no_verdict', grpo: 'no_reward' },
  },
  {
    row: 'up: SFT row, KTO desirable',
    acts: [up()],
    state: 'reviewed',
    verdict: 'up',
    gives: { sft: ['Answer.'], dpo: 'no_second_answer', kto: ['Answer. +'], grpo: 'no_reward' },
  },
  {
    row: 'down with a reason: KTO undesirable, kept out of SFT',
    acts: [down({}, 'invented')],
    state: 'reviewed',
    verdict: 'down',
    gives: { sft: 'thumbs_down_only', dpo: 'no_second_answer', kto: ['Answer. -'], grpo: 'no_reward' },
  },
  {
    row: 'correction: SFT row, pair, two KTO rows',
    acts: [fix('Fixed.')],
    state: 'reviewed',
    verdict: 'correction',
    gives: { sft: ['Fixed.'], dpo: ['Fixed. > Answer.'], kto: ['Fixed. +', 'Answer. -'], grpo: 'no_reward' },
  },
  {
    row: 'gold: SFT row, pair, GRPO ground truth, KTO desirable; says nothing of the model',
    acts: [gold('Gold.')],
    state: 'reviewed',
    verdict: 'gold',
    gives: { sft: ['Gold.'], dpo: ['Gold. > Answer.'], kto: ['Gold. +'], grpo: ['reference Gold.'] },
  },
  {
    row: 'gold equal to the answer: nothing rejected is invented',
    acts: [gold('Answer.')],
    state: 'reviewed',
    verdict: 'gold',
    gives: { sft: ['Answer.'], dpo: 'chosen_equals_rejected', kto: ['Answer. +'], grpo: ['reference Answer.'] },
  },
  {
    row: 'pick: pair',
    acts: [candidate('Other.'), pick('c1', 'answer')],
    state: 'reviewed',
    verdict: 'pick',
    gives: { sft: 'no_verdict', dpo: ['Other. > Answer.'], kto: 'no_verdict', grpo: 'no_reward' },
  },
  {
    row: 'pick, a tie: no pair',
    acts: [candidate('Other.'), pick('c1', 'answer', { tie: true })],
    state: 'reviewed',
    verdict: 'pick',
    gives: { dpo: 'chosen_equals_rejected' },
  },
  {
    row: 'score: a human score, no verdict',
    acts: [score(0.9)],
    state: 'unreviewed',
    gives: { sft: ['Answer.'], dpo: 'no_second_answer', kto: ['Answer. +'], grpo: 'no_reward' },
  },
  { row: 'skip: seen without verdict', acts: [skip()], state: 'skipped', gives: { sft: 'no_verdict', kto: 'no_verdict' } },
  { row: 'note: a comment', acts: [note('Look here.')], state: 'unreviewed', gives: { sft: 'no_verdict' } },
  {
    row: 'note on a text range',
    acts: [note('This word.', { start: 0, end: 6 })],
    state: 'unreviewed',
    gives: { sft: 'no_verdict' },
  },
];

/** LOOP §3, "What counts" and "State". */
const counting: readonly Case[] = [
  { row: 'up, then down = down', acts: [up(), down()], state: 'reviewed', verdict: 'down', gives: { kto: ['Answer. -'] } },
  {
    row: 'down, then correction = correction',
    acts: [down(), fix('Fixed.')],
    state: 'reviewed',
    verdict: 'correction',
    gives: { dpo: ['Fixed. > Answer.'] },
  },
  {
    row: 'correction, then up = up, and its pair is gone',
    acts: [fix('Fixed.'), up()],
    state: 'reviewed',
    verdict: 'up',
    gives: { sft: ['Answer.'], dpo: 'no_second_answer', kto: ['Answer. +'] },
  },
  {
    row: 'correction by one person and up by another',
    acts: [fix('Fixed.'), up(ben)],
    state: 'disputed',
    verdict: 'up',
    gives: { sft: 'disputed', dpo: 'disputed', kto: 'disputed', grpo: 'disputed' },
  },
  {
    row: 'correction by one person and down by another agree',
    acts: [fix('Fixed.'), down(ben)],
    state: 'reviewed',
    verdict: 'correction',
    gives: { sft: ['Fixed.'], kto: ['Fixed. +', 'Answer. -'] },
  },
  { row: 'a dispute settled when one gives in', acts: [up(), down(ben), up(ben)], state: 'reviewed', verdict: 'up' },
  {
    row: 'gold stands on its own beside a down',
    acts: [gold('Gold.'), down()],
    state: 'reviewed',
    verdict: 'down',
    gives: { sft: ['Gold.'], dpo: ['Gold. > Answer.'], kto: ['Gold. +', 'Answer. -'] },
  },
  {
    row: 'gold: the newest of a reviewer, and of all',
    acts: [gold('Old.'), gold('New.'), gold('Newest.', ben)],
    state: 'reviewed',
    verdict: 'gold',
    gives: { sft: ['Newest.'], dpo: ['Newest. > Answer.'], grpo: ['reference Newest.'] },
  },
  {
    row: 'pick: the newest of a reviewer for a pair',
    acts: [candidate('Other.'), pick('c1', 'answer'), pick('answer', 'c1')],
    state: 'reviewed',
    verdict: 'pick',
    gives: { dpo: ['Answer. > Other.'] },
  },
  {
    row: 'pick, then a tie of the same pair',
    acts: [candidate('Other.'), pick('c1', 'answer'), pick('answer', 'c1', { tie: true })],
    state: 'reviewed',
    verdict: 'pick',
    gives: { dpo: 'chosen_equals_rejected' },
  },
  {
    row: 'each pick is a pair',
    acts: [candidate('Other.'), candidate('Third.'), pick('c1', 'answer'), pick('c2', 'c1')],
    state: 'reviewed',
    verdict: 'pick',
    gives: { dpo: ['Other. > Answer.', 'Third. > Other.'] },
  },
  { row: 'a skip and nothing else is skipped', acts: [skip(), note('Hm.')], state: 'skipped' },
  { row: 'a verdict after a skip counts', acts: [skip(), down()], state: 'reviewed', verdict: 'down' },
  { row: 'a skip takes no verdict back', acts: [up(), skip()], state: 'reviewed', verdict: 'up' },
  { row: 'undo is a retraction', acts: [up(), undo()], state: 'unreviewed', gives: { sft: 'no_verdict' } },
  { row: 'undo of the newer act brings the older back', acts: [up(), down(), undo()], state: 'reviewed', verdict: 'up' },
  { row: 'undo of the older act leaves the newer', acts: [up(), down(), undo(1)], state: 'reviewed', verdict: 'down' },
  { row: 'undo, then redo', acts: [up(), undo(), redo], state: 'reviewed', verdict: 'up', gives: { sft: ['Answer.'] } },
  { row: 'undo of a gold', acts: [gold('Gold.'), undo()], state: 'unreviewed', gives: { grpo: 'no_reward' } },
  {
    row: 'undo of a candidate takes the picks of it along',
    acts: [candidate('Other.'), pick('c1', 'answer'), undo(1)],
    state: 'reviewed',
    verdict: 'pick',
    gives: { dpo: 'no_second_answer' },
  },
  {
    row: 'a verdict silences scores',
    acts: [down(), score(1)],
    state: 'reviewed',
    verdict: 'down',
    gives: { sft: 'thumbs_down_only', kto: ['Answer. -'] },
  },
];

/** LOOP §3, "Which score counts". The words of the answer are worth 0.5, 0.3 and 0.2 to the grader. */
const scores: readonly Case[] = [
  {
    row: 'human before graders',
    conversation: asked('Human before graders?', 'five three two'),
    acts: [grade, score(0.1)],
    state: 'unreviewed',
    gives: { sft: 'below_min_score', kto: ['five three two -'] },
  },
  {
    row: 'the mean of two people',
    acts: [score(0.9), score(0.5, ben)],
    state: 'unreviewed',
    gives: { sft: ['Answer.'] },
  },
  { row: 'a person’s newest', acts: [score(0.9), score(0.1)], state: 'unreviewed', gives: { sft: 'below_min_score' } },
  {
    row: 'imported before graders',
    conversation: { prompt: 'Imported before graders?', completion: 'five three two', score: 0.2 },
    acts: [grade],
    state: 'unreviewed',
    gives: { sft: 'below_min_score', kto: ['five three two -'] },
  },
  {
    row: 'graders when nobody else scored',
    conversation: asked('Graders alone?', 'five two'),
    acts: [grade],
    state: 'unreviewed',
    gives: { sft: ['five two'], kto: ['five two +'] },
  },
];

function suite(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    let stage: Stage;
    before(async () => {
      stage = await Stage.open(
        cases.map(({ conversation, row }) => conversation ?? asked(`${row}?`)),
        { scale: { low: 0, high: 1 } },
      );
    });
    after(() => stage.ws.dispose());

    cases.forEach(({ row, acts = [], state, verdict, gives = {} }, n) => {
      it(row, async () => {
        const { trace } = await stage.play(n, acts);
        const shown = await stage.ws.call('trace.show', { trace });
        assert.deepEqual([shown.state, shown.verdict], [state, verdict]);
        for (const [method, wanted] of Object.entries(gives) as [Method, readonly string[] | string][]) {
          const built = await stage.build(n, method);
          const { left_out } = built.report;
          const given = built.item_count > 0 ? await stage.rows(built) : Object.keys(left_out).join();
          assert.deepEqual(given, wanted, method);
        }
      });
    });
  });
}

suite('LOOP §3: kinds of feedback', kinds);
suite('LOOP §3: what counts, and the state of a trace', counting);
suite('LOOP §3: which score counts', scores);

describe('LOOP §3: acts', () => {
  let stage: Stage;
  before(async () => {
    const long = ['One?', 'First.', 'Two?', 'Second.'].map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content }));
    stage = await Stage.open([asked('A pick of what is not there?'), { messages: long }, asked('A note?'), asked('Provenance?')]);
  });
  after(() => stage.ws.dispose());

  it('refuses a pick of an answer that is not there, or of one against itself', async () => {
    const pair = [pick('nothing', 'answer'), pick('answer', 'answer')];
    for (const act of pair) await assert.rejects(stage.play(0, [act]), isProblem('pick_invalid'));
    const takenBack = stage.play(0, [candidate('Gone.'), undo(1), pick('c1', 'answer')]);
    await assert.rejects(takenBack, isProblem('pick_invalid'), 'a candidate that was taken back');
  });

  it('judges each turn by itself', async () => {
    const { trace } = await stage.play(1, [up({ turn: 1 }), down({ turn: 1, by: 'ben' }), up({ turn: 3 })]);
    const shown = await stage.ws.call('trace.show', { trace });
    assert.deepEqual([shown.state, shown.verdict], ['disputed', 'up']);
    const built = await stage.build(1, 'sft');
    assert.deepEqual([await stage.rows(built), built.report.rows_dropped], [['Second.'], { disputed: 1 }]);
    await assert.rejects(stage.play(1, [up({ turn: 2 })]), isProblem('turn_invalid'));
  });

  it('keeps the place of a note, and takes it back with the note', async () => {
    const { trace, done } = await stage.play(2, [note('Here.', { start: 2, end: 5 })]);
    const seen = async () =>
      (await stage.ws.call('trace.show', { trace })).signals.map(({ range, retracted }) => [range, retracted]);
    assert.deepEqual(await seen(), [[{ start: 2, end: 5 }, undefined]]);
    await stage.ws.call('feedback.undo', { act: done[0] ?? '' });
    assert.deepEqual(await seen(), [[{ start: 2, end: 5 }, true]]);
    assert.deepEqual((await stage.ws.call('trace.rows', { traces: [trace] }))[0]?.has, []);
  });
});

interface Ranked {
  readonly row: string;
  readonly verdicts: readonly { by: string; kind: 'up' | 'down'; provenance: Provenance }[];
  readonly state: string;
  readonly kto: readonly string[] | string;
}

/** LOOP §3: human > earlier_process > rule > judge > agent. */
const ranks: readonly Ranked[] = [
  {
    row: 'human over earlier_process',
    verdicts: [
      { by: 'ana', kind: 'up', provenance: 'human' },
      { by: 'import', kind: 'down', provenance: 'earlier_process' },
    ],
    state: 'reviewed',
    kto: ['Answer. +'],
  },
  {
    row: 'earlier_process over rule',
    verdicts: [
      { by: 'import', kind: 'down', provenance: 'earlier_process' },
      { by: 'r', kind: 'up', provenance: 'rule' },
    ],
    state: 'reviewed',
    kto: ['Answer. -'],
  },
  {
    row: 'rule over judge',
    verdicts: [
      { by: 'r', kind: 'up', provenance: 'rule' },
      { by: 'j', kind: 'down', provenance: 'judge' },
    ],
    state: 'unreviewed',
    kto: ['Answer. +'],
  },
  {
    row: 'judge over agent',
    verdicts: [
      { by: 'j', kind: 'down', provenance: 'judge' },
      { by: 'a', kind: 'up', provenance: 'agent' },
    ],
    state: 'unreviewed',
    kto: ['Answer. -'],
  },
  {
    row: 'two of the same rank dispute, whatever a lower one says',
    verdicts: [
      { by: 'ana', kind: 'up', provenance: 'human' },
      { by: 'ben', kind: 'down', provenance: 'human' },
      { by: 'r', kind: 'up', provenance: 'rule' },
    ],
    state: 'disputed',
    kto: 'disputed',
  },
  { row: 'an agent alone', verdicts: [{ by: 'a', kind: 'up', provenance: 'agent' }], state: 'unreviewed', kto: ['Answer. +'] },
];

describe('LOOP §3: ranks', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open(ranks.map(({ row }) => asked(`${row}?`)));
    const acts = ranks.flatMap(({ verdicts }, n) =>
      verdicts.map(({ by, kind, provenance }) => ({ by, body: signalOf(stage.traces[n] ?? '', kind, provenance) })),
    );
    await merge(stage.ws, acts);
  });
  after(() => stage.ws.dispose());

  ranks.forEach(({ row, state, kto }, n) => {
    it(row, async () => {
      assert.equal((await stage.ws.call('trace.show', { trace: stage.traces[n] ?? '' })).state, state);
      const built = await stage.build(n, 'kto');
      assert.deepEqual(built.item_count > 0 ? await stage.rows(built) : Object.keys(built.report.left_out).join(), kto);
    });
  });
});
