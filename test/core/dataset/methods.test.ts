import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { BuildContext } from '../../../core/dataset/build';
import type { Method, RecipeInput } from '../../../core/dataset/recipe';
import type { LogEvent } from '../../../core/log/events';
import type { Message, Trace } from '../../../core/trace/model';
import { plainText } from '../../../core/trace/plain';
import { materialise } from '../../../core/dataset/materialise';
import { assistant, down, fix, from, gold, pick, score, skip, story, traceOf, up, user } from '../feedback/acts';
import { built, candidate, grade, hasher, recipeOf, tainted, verdict } from './building';

interface Case {
  name: string;
  acts: LogEvent[];
  /** Rows as `text`, `chosen > rejected`, `text +`, `text -`, `reward text`. */
  rows?: string[];
  left_out?: string;
  dropped?: Record<string, number>;
  recipe?: Partial<RecipeInput>;
  trace?: Trace;
  rewards?: BuildContext['rewards'];
}

const question = user('Why was I charged twice?');
const plain = traceOf([question, assistant('Answer.')]);
const byBen = { by: 'ben' };
const long = traceOf([question, assistant('First.'), user('And now?'), assistant('Answer.')]);
const badCall: Message = { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'f', arguments: '[1]' }] };
const goodCall: Message = { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'f', arguments: '{"a":1}' }] };

const cases: Record<Method, Case[]> = {
  sft: [
    { name: 'nothing said', acts: [], left_out: 'no_verdict' },
    { name: 'up', acts: story(up), rows: ['Answer.'] },
    { name: 'down', acts: story(down), left_out: 'thumbs_down_only' },
    { name: 'correction', acts: story(fix('Fixed.')), rows: ['Fixed.'] },
    { name: 'correction, then up', acts: story(fix('Fixed.'), up), rows: ['Answer.'] },
    { name: 'gold', acts: story(gold('Gold.')), rows: ['Gold.'] },
    { name: 'the newest gold of two reviewers', acts: story(gold('Old.'), { ...gold('New.'), ...byBen }), rows: ['New.'] },
    { name: 'gold before correction', acts: story(gold('Gold.'), { ...fix('Fixed.'), ...byBen }), rows: ['Gold.'] },
    { name: 'gold of a downed answer', acts: story(down, gold('Gold.')), rows: ['Gold.'] },
    { name: 'the newest correction of two', acts: story(fix('A.'), { ...fix('B.'), ...byBen }), rows: ['B.'] },
    { name: 'skipped', acts: story(skip), left_out: 'no_verdict' },
    {
      name: 'a pick says nothing of the answer alone',
      acts: [candidate(1, 'c', 'Other.'), ...story(pick('answer', 'c'))],
      left_out: 'no_verdict',
    },
    { name: 'score at the threshold', acts: [grade(1, 0.7)], rows: ['Answer.'] },
    {
      name: 'three people whose mean is the threshold',
      acts: story(score(0.7), { ...score(0.7), ...byBen }, { ...score(0.7), by: 'eve' }),
      rows: ['Answer.'],
    },
    {
      name: 'three dimensions whose mean is the threshold',
      acts: story({ kind: 'score', scores: { a: 0.7, b: 0.7, c: 0.7 } }),
      rows: ['Answer.'],
    },
    { name: 'score below', acts: [grade(1, 0.69)], left_out: 'below_min_score' },
    { name: 'score above a lower threshold', acts: [grade(1, 0.5)], recipe: { min_score: 0.5 }, rows: ['Answer.'] },
    { name: 'a verdict silences scores', acts: [...story(down), grade(2, 1)], left_out: 'thumbs_down_only' },
    { name: 'no score where nothing applied', acts: [grade(1, null)], left_out: 'no_verdict' },
    { name: 'people’s scores before graders’', acts: [...story(score(0.1)), grade(2, 1)], left_out: 'below_min_score' },
    {
      name: 'score_from names the rank',
      acts: [...story(score(0.1)), grade(2, 1)],
      recipe: { score_from: 'graders' },
      rows: ['Answer.'],
    },
    { name: 'a judge’s score', acts: [verdict(1, 0.9)], rows: ['Answer.'] },
    { name: 'earlier process', acts: story({ ...fix('Fixed.'), ...from('earlier_process') }), rows: ['Fixed.'] },
    { name: 'dispute', acts: story(up, { ...down, ...byBen }), left_out: 'disputed' },
    { name: 'dispute with a gold', acts: story(up, { ...down, ...byBen }, gold('Gold.')), left_out: 'disputed' },
    { name: 'dispute, latest', acts: story({ ...down, ...byBen }, up), recipe: { on_dispute: 'latest' }, rows: ['Answer.'] },
    {
      name: 'dispute, latest is a correction',
      acts: story(up, { ...fix('Fixed.'), ...byBen }),
      recipe: { on_dispute: 'latest' },
      rows: ['Fixed.'],
    },
    {
      name: 'dispute, latest is up over a correction',
      acts: story({ ...fix('Fixed.'), ...byBen }, up),
      recipe: { on_dispute: 'latest' },
      rows: ['Answer.'],
    },
    {
      name: 'dispute, majority',
      acts: story(up, { ...down, ...byBen }, { ...up, by: 'eve' }),
      recipe: { on_dispute: 'majority' },
      rows: ['Answer.'],
    },
    {
      name: 'dispute, no majority',
      acts: story(up, { ...down, ...byBen }),
      recipe: { on_dispute: 'majority' },
      left_out: 'disputed',
    },
    { name: 'tainted', acts: [...story(up), tainted(5)], left_out: 'tainted' },
    { name: 'tainted comes first', acts: [...story(up, { ...down, ...byBen }), tainted(5)], left_out: 'tainted' },
    { name: 'tainted, asked for', acts: [...story(up), tainted(5)], recipe: { include_tainted: true }, rows: ['Answer.'] },
    {
      name: 'tainted in the log',
      acts: story(up),
      trace: { ...plain, flags: { tainted: ['policy.denied'] } },
      left_out: 'tainted',
    },
    { name: 'no prompt', acts: story({ ...up, turn: 0 }), trace: traceOf([assistant('Answer.')]), left_out: 'no_prompt' },
    {
      name: 'a system prompt asks nothing',
      acts: story(up),
      trace: traceOf([{ role: 'system', content: 'Be kind.' }, assistant('A.')]),
      left_out: 'no_prompt',
    },
    {
      name: 'prompt lost by the log',
      acts: story(up),
      trace: { ...plain, flags: { prompt_missing: true } },
      left_out: 'no_prompt',
    },
    { name: 'empty answer', acts: story(up), trace: traceOf([question, assistant(' \n')]), left_out: 'empty_answer' },
    { name: 'empty answer no one judged', acts: [], trace: traceOf([question, assistant('')]), left_out: 'empty_answer' },
    { name: 'empty answer, corrected', acts: story(fix('Fixed.')), trace: traceOf([question, assistant('')]), rows: ['Fixed.'] },
    { name: 'tool call only', acts: story(up), trace: traceOf([question, goodCall]), rows: [''] },
    { name: 'invalid tool call', acts: story(up), trace: traceOf([question, badCall]), left_out: 'invalid_tool_calls' },
    { name: 'invalid tool call, downed', acts: story(down), trace: traceOf([question, badCall]), left_out: 'invalid_tool_calls' },
    { name: 'another turn with its own verdict', acts: story({ ...up, turn: 1 }), trace: long, rows: ['First.'] },
    {
      name: 'two turns',
      acts: story({ ...up, turn: 1 }, { ...fix('Fixed.'), turn: 3 }),
      trace: long,
      rows: ['First.', 'Fixed.'],
    },
    { name: 'another turn down', acts: story({ ...down, turn: 1 }), trace: long, left_out: 'thumbs_down_only' },
    {
      name: 'another turn disputed',
      acts: story({ ...up, turn: 3 }, { ...up, turn: 1 }, { ...down, turn: 1, ...byBen }),
      trace: long,
      rows: ['Answer.'],
      dropped: { disputed: 1 },
    },
    {
      name: 'a reference without an answer',
      acts: story({ ...gold('Gold.'), turn: -1, ...from('earlier_process') }),
      trace: traceOf([question]),
      rows: ['Gold.'],
    },
    { name: 'a verdict on a message that is no answer', acts: story({ ...up, turn: 0 }), left_out: 'no_verdict' },
  ],
  dpo: [
    { name: 'up has no second answer', acts: story(up), left_out: 'no_second_answer' },
    { name: 'down has no second answer', acts: story(down), left_out: 'no_second_answer' },
    { name: 'correction over the answer', acts: story(fix('Fixed.')), rows: ['Fixed. > Answer.'] },
    { name: 'correction, then up: the pair is gone', acts: story(fix('Fixed.'), up), left_out: 'no_second_answer' },
    { name: 'gold over the answer', acts: story(gold('Gold.')), rows: ['Gold. > Answer.'] },
    { name: 'gold equal to the answer', acts: story(gold('Answer.')), left_out: 'chosen_equals_rejected' },
    { name: 'correction and gold', acts: story(fix('Fixed.'), gold('Gold.')), rows: ['Fixed. > Answer.', 'Gold. > Answer.'] },
    {
      name: 'correction, and a gold equal to the answer',
      acts: story(fix('Fixed.'), gold('Answer.')),
      rows: ['Fixed. > Answer.'],
      dropped: { chosen_equals_rejected: 1 },
    },
    {
      name: 'the same correction and gold',
      acts: story(fix('Same.'), gold('Same.')),
      rows: ['Same. > Answer.'],
      dropped: { duplicate_row: 1 },
    },
    { name: 'pick', acts: [candidate(5, 'c', 'Other.'), ...story(pick('c', 'answer'))], rows: ['Other. > Answer.'] },
    {
      name: 'each pick',
      acts: [candidate(5, 'c', 'C.'), candidate(6, 'd', 'D.'), ...story(pick('c', 'answer'), pick('c', 'd'))],
      rows: ['C. > Answer.', 'C. > D.'],
    },
    {
      name: 'a tie',
      acts: [candidate(5, 'c', 'Other.'), ...story({ ...pick('c', 'answer'), tie: true })],
      left_out: 'chosen_equals_rejected',
    },
    { name: 'a pick of an answer that is gone', acts: story(pick('c', 'answer')), left_out: 'no_second_answer' },
    {
      name: 'best over worst score',
      acts: [candidate(1, 'c', 'C.'), candidate(2, 'd', 'D.'), grade(3, 0.5), grade(4, 0.9, 'c'), grade(5, 0.2, 'd')],
      rows: ['C. > D.'],
    },
    { name: 'an unscored candidate takes no part', acts: [candidate(1, 'c', 'C.'), grade(3, 0.5)], left_out: 'no_second_answer' },
    {
      name: 'all scores equal',
      acts: [candidate(1, 'c', 'C.'), grade(3, 0.5), grade(4, 0.5, 'c')],
      left_out: 'all_scores_equal',
    },
    {
      name: 'margin not passed',
      acts: [candidate(1, 'c', 'C.'), grade(3, 0.5), grade(4, 0.75, 'c')],
      recipe: { min_margin: 0.25 },
      left_out: 'all_scores_equal',
    },
    {
      name: 'people’s pair silences scores',
      acts: [candidate(1, 'c', 'C.'), grade(3, 0.5), grade(4, 0.9, 'c'), ...story(fix('Fixed.'))],
      rows: ['Fixed. > Answer.'],
    },
    {
      name: 'equal texts with different scores',
      acts: [candidate(1, 'c', 'Answer.'), grade(3, 0.5), grade(4, 0.9, 'c')],
      left_out: 'chosen_equals_rejected',
    },
    {
      name: 'a margin that is exactly the least one',
      acts: [candidate(1, 'c', 'C.'), grade(2, 0.8), grade(3, 0.7, 'c')],
      recipe: { min_margin: 0.1 },
      left_out: 'all_scores_equal',
    },
    {
      name: 'ranks are not mixed in one pair',
      acts: [candidate(1, 'c', 'C.'), ...story(score(1)), grade(4, 0.9, 'c')],
      left_out: 'no_second_answer',
    },
    {
      name: 'empty rejected answer',
      acts: story(fix('Fixed.')),
      trace: traceOf([question, assistant('')]),
      left_out: 'empty_answer',
    },
    {
      name: 'a correction of tool calls',
      acts: story({ kind: 'correction', answer: { text: '', tool_calls: goodCall.tool_calls } }),
      rows: [' > Answer.'],
    },
    {
      name: 'a correction with invalid tool calls',
      acts: story({ kind: 'correction', answer: { text: '', tool_calls: badCall.tool_calls } }),
      left_out: 'invalid_tool_calls',
    },
    {
      name: 'a reference without an answer',
      acts: story({ ...gold('Gold.'), turn: -1 }),
      trace: traceOf([question]),
      left_out: 'no_second_answer',
    },
  ],
  kto: [
    { name: 'nothing said', acts: [], left_out: 'no_verdict' },
    { name: 'up', acts: story(up), rows: ['Answer. +'] },
    { name: 'down', acts: story(down), rows: ['Answer. -'] },
    { name: 'correction gives two rows', acts: story(fix('Fixed.')), rows: ['Fixed. +', 'Answer. -'] },
    { name: 'gold', acts: story(gold('Gold.')), rows: ['Gold. +'] },
    { name: 'gold and down', acts: story(gold('Gold.'), down), rows: ['Gold. +', 'Answer. -'] },
    {
      name: 'gold equal to an answer found right',
      acts: story(gold('Answer.'), up),
      rows: ['Answer. +'],
      dropped: { duplicate_row: 1 },
    },
    { name: 'score above', acts: [grade(1, 0.6)], rows: ['Answer. +'] },
    { name: 'score below', acts: [grade(1, 0.4)], rows: ['Answer. -'] },
    { name: 'score on the fence', acts: [grade(1, 0.5)], left_out: 'score_on_the_fence' },
    {
      name: 'three people whose mean is the fence',
      acts: story(score(0.7), { ...score(0.7), ...byBen }, { ...score(0.7), by: 'eve' }),
      recipe: { label_threshold: 0.7 },
      left_out: 'score_on_the_fence',
    },
    { name: 'another fence', acts: [grade(1, 0.5)], recipe: { label_threshold: 0.4 }, rows: ['Answer. +'] },
    { name: 'a gold silences scores', acts: [...story(gold('Gold.')), grade(5, 0.1)], rows: ['Gold. +'] },
    {
      name: 'empty answer, corrected',
      acts: story(fix('Fixed.')),
      trace: traceOf([question, assistant('')]),
      rows: ['Fixed. +'],
      dropped: { empty_answer: 1 },
    },
    {
      name: 'dispute settled by the latest, against a correction',
      acts: story({ ...fix('Fixed.'), ...byBen }, up),
      recipe: { on_dispute: 'latest' },
      rows: ['Answer. +'],
    },
  ],
  grpo: [
    { name: 'nothing said', acts: [], left_out: 'no_reward' },
    { name: 'up rewards nothing', acts: story(up), left_out: 'no_reward' },
    { name: 'gold is the ground truth', acts: story(gold('Gold.')), rows: ['reference Gold.'] },
    {
      name: 'a reference row',
      acts: story({ ...gold('Gold.'), turn: -1, ...from('earlier_process') }),
      trace: traceOf([question]),
      rows: ['reference Gold.'],
    },
    { name: 'the recipe’s graders', acts: [], rewards: { rules: () => true, judge: undefined }, rows: ['rules '] },
    { name: 'the recipe’s judge', acts: [], rewards: { rules: () => false, judge: 'j@h' }, rows: ['judge '] },
    {
      name: 'gold before graders',
      acts: story(gold('Gold.')),
      rewards: { rules: () => true, judge: 'j@h' },
      rows: ['reference Gold.'],
    },
    {
      name: 'an empty recorded answer does not matter',
      acts: story(gold('Gold.')),
      trace: traceOf([question, assistant('')]),
      rows: ['reference Gold.'],
    },
  ],
};

const textOf = (message: Message | undefined) => (message ? plainText(message.content) : '');

for (const [method, list] of Object.entries(cases) as [Method, Case[]][]) {
  describe(`${method} rows`, () => {
    for (const c of list) {
      it(c.name, async () => {
        const trace = { trace: c.trace ?? plain, acts: c.acts };
        const { rows, left_out, report } = await built(recipeOf(method, c.recipe), [trace], { rewards: c.rewards });
        const shown = rows.map((ref) => {
          const row = materialise(ref, trace, hasher);
          assert.ok(typeof row === 'object', 'every built row can be read back');
          const chosen = textOf(row.chosen);
          if (method === 'dpo') return `${chosen} > ${textOf(row.rejected)}`;
          if (method === 'kto') return `${chosen} ${ref.desirable ? '+' : '-'}`;
          return method === 'grpo' ? `${ref.reward ?? ''} ${chosen}` : chosen;
        });
        assert.deepEqual(shown, c.rows ?? []);
        assert.deepEqual(
          left_out.map((l) => l.left_out),
          c.left_out === undefined ? [] : [c.left_out],
        );
        assert.deepEqual(report.rows_dropped, c.dropped ?? {});
      });
    }
  });
}
