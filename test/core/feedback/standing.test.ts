import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { factsOf } from '../../../core/feedback/facts';
import { standing, type SignalFact, type Standing } from '../../../core/feedback/standing';
import { provenances, signalKinds, type LogEvent } from '../../../core/log/events';
import { act, asked, down, fix, from, gold, note, pick, score, skip, story, up } from './acts';

const trace = asked('Why was I charged twice?', 'You were not.');
const stand = (acts: LogEvent[]) => factsOf(trace, acts).standing;

interface Case {
  name: string;
  acts: LogEvent[];
  state: Standing['state'];
  verdict?: Standing['verdict'];
  /** The verdict came with the data. */
  earlier?: boolean;
  polarity?: string;
  /** Ids (`act-` and the position) that count. */
  counting?: string[];
}

const cases: Case[] = [
  { name: 'nothing said', acts: [], state: 'unreviewed' },
  { name: 'up', acts: story(up), state: 'reviewed', verdict: 'up', polarity: '+', counting: ['act-00'] },
  { name: 'down', acts: story(down), state: 'reviewed', verdict: 'down', polarity: '-' },
  { name: 'correction', acts: story(fix('x')), state: 'reviewed', verdict: 'correction', polarity: '-' },
  { name: 'gold says nothing about the model', acts: story(gold('x')), state: 'reviewed', verdict: 'gold' },
  { name: 'pick', acts: story(pick('answer', 'c1')), state: 'reviewed', verdict: 'pick' },
  { name: 'a tie is a pick too', acts: story({ ...pick('answer', 'c1'), tie: true }), state: 'reviewed', verdict: 'pick' },
  { name: 'a skip and nothing else', acts: story(skip), state: 'skipped' },
  { name: 'a note changes nothing', acts: story(note), state: 'unreviewed', counting: ['act-00'] },
  { name: 'a skip with a note is still a skip', acts: story(skip, note), state: 'skipped' },
  { name: 'a score is no verdict', acts: story(score(0.5)), state: 'unreviewed', counting: ['act-00'] },
  { name: 'a skip after a verdict takes nothing back', acts: story(up, skip), state: 'reviewed', verdict: 'up', polarity: '+' },
  {
    name: 'down, then correction = correction',
    acts: story(down, fix('x')),
    state: 'reviewed',
    verdict: 'correction',
    polarity: '-',
    counting: ['act-01'],
  },
  {
    name: 'correction, then up = up',
    acts: story(fix('x'), up),
    state: 'reviewed',
    verdict: 'up',
    polarity: '+',
    counting: ['act-01'],
  },
  {
    name: 'gold and up stand side by side',
    acts: story(gold('x'), up),
    state: 'reviewed',
    verdict: 'up',
    polarity: '+',
    counting: ['act-00', 'act-01'],
  },
  {
    name: 'the newest gold of a reviewer',
    acts: story(gold('x'), gold('y')),
    state: 'reviewed',
    verdict: 'gold',
    counting: ['act-01'],
  },
  {
    name: 'golds of two reviewers',
    acts: story(gold('x'), { ...gold('y'), by: 'ben' }),
    state: 'reviewed',
    verdict: 'gold',
    counting: ['act-00', 'act-01'],
  },
  {
    name: 'the newest pick of a pair, whichever way round',
    acts: story(pick('answer', 'c1'), pick('c1', 'answer')),
    state: 'reviewed',
    verdict: 'pick',
    counting: ['act-01'],
  },
  {
    name: 'picks of two pairs',
    acts: story(pick('answer', 'c1'), pick('c1', 'c2')),
    state: 'reviewed',
    verdict: 'pick',
    counting: ['act-00', 'act-01'],
  },
  {
    name: 'up against down',
    acts: story(up, { ...down, by: 'ben' }),
    state: 'disputed',
    verdict: 'down',
    polarity: 'disputed',
    counting: ['act-00', 'act-01'],
  },
  {
    name: 'up against correction',
    acts: story({ ...fix('x'), by: 'ben' }, up),
    state: 'disputed',
    verdict: 'up',
    polarity: 'disputed',
  },
  {
    name: 'down and correction agree',
    acts: story(fix('x'), { ...down, by: 'ben' }),
    state: 'reviewed',
    verdict: 'correction',
    polarity: '-',
  },
  {
    name: 'a dispute on another turn',
    acts: story(up, { ...up, turn: 3 }, { ...down, turn: 3, by: 'ben' }),
    state: 'disputed',
    verdict: 'up',
    polarity: '+',
  },
  {
    name: 'a person outranks an earlier process',
    acts: story({ ...down, ...from('earlier_process'), by: 'import' }, up),
    state: 'reviewed',
    verdict: 'up',
    polarity: '+',
    counting: ['act-01'],
  },
  {
    name: 'an earlier process speaks when people are silent',
    acts: story({ ...down, ...from('earlier_process') }),
    state: 'reviewed',
    verdict: 'down',
    earlier: true,
    polarity: '-',
  },
  {
    name: 'people are silent about polarity when they gave a gold only',
    acts: story({ ...down, ...from('earlier_process'), by: 'import' }, gold('x')),
    state: 'reviewed',
    verdict: 'down',
    earlier: true,
    polarity: '-',
    counting: ['act-00', 'act-01'],
  },
  {
    name: 'an agent makes nothing reviewed',
    acts: story({ ...up, ...from('agent') }),
    state: 'unreviewed',
    polarity: '+',
    counting: ['act-00'],
  },
  {
    name: 'a rule outranks a judge',
    acts: story({ ...up, ...from('judge') }, { ...down, ...from('rule'), by: 'r' }),
    state: 'unreviewed',
    polarity: '-',
    counting: ['act-01'],
  },
  { name: 'a verdict on a candidate is none on the answer', acts: story({ ...down, candidate: 'c1' }), state: 'unreviewed' },
  { name: 'retracted', acts: [...story(up), act(9, 'ana', { type: 'retracted', act: 'act-00' })], state: 'unreviewed' },
  {
    name: 'retracted uncovers the act before',
    acts: [...story(up, down), act(9, 'ana', { type: 'retracted', act: 'act-01' })],
    state: 'reviewed',
    verdict: 'up',
    polarity: '+',
    counting: ['act-00'],
  },
  {
    name: 'restored',
    acts: [...story(up), act(8, 'ana', { type: 'retracted', act: 'act-00' }), act(9, 'ana', { type: 'restored', act: 'act-00' })],
    state: 'reviewed',
    verdict: 'up',
    polarity: '+',
  },
  {
    name: 'a late retraction that is older than the restoring',
    acts: [...story(up), act(9, 'ana', { type: 'restored', act: 'act-00' }), act(8, 'ana', { type: 'retracted', act: 'act-00' })],
    state: 'reviewed',
    verdict: 'up',
    polarity: '+',
  },
];

describe('where a trace stands', () => {
  for (const { name, acts, state, verdict, earlier = false, polarity, counting } of cases) {
    it(name, () => {
      const found = stand(acts);
      assert.equal(found.state, state);
      assert.equal(found.verdict, verdict);
      assert.equal(found.earlier, earlier);
      assert.equal(found.by_turn.get(1)?.polarity, polarity);
      if (counting) assert.deepEqual([...found.counting].sort(), counting);
    });
  }

  it('says which kinds of acts count', () => {
    const has = (acts: LogEvent[]) => Object.entries(stand(acts).has).flatMap(([kind, is]) => (is ? [kind] : []));
    assert.deepEqual(has(story(fix('x'), up, gold('y'), note, score(1))), ['up', 'gold', 'score', 'note']);
    assert.deepEqual(has(story(pick('answer', 'c1'), down)), ['down', 'pick']);
  });

  it('names the disputed turns', () => {
    const acts = story({ ...up, turn: 5 }, { ...down, turn: 5, by: 'ben' }, { ...up, turn: 3 }, { ...down, turn: 3, by: 'ben' });
    assert.deepEqual(stand(acts).disputed_turns, [3, 5]);
  });

  it('does not depend on the order in which acts arrive', () => {
    fc.assert(
      fc.property(
        anySignals.chain((s) => fc.tuple(fc.constant(s), fc.shuffledSubarray(s, { minLength: s.length }))),
        ([a, b]) => {
          assert.deepEqual(plain(standing(a, 1)), plain(standing(b, 1)));
        },
      ),
    );
  });

  it('is unreviewed when no person and no earlier process said anything', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const machines = signals.filter((s) => s.provenance !== 'human' && s.provenance !== 'earlier_process');
        const { state } = standing(machines, 1);
        assert.ok(state === 'unreviewed' || state === 'disputed');
      }),
    );
  });

  it('lets retracted acts count for nothing', () => {
    fc.assert(
      fc.property(anySignals, (signals) => {
        const live = signals.filter((s) => !s.retracted);
        assert.deepEqual(plain(standing(signals, 1)), plain(standing(live, 1)));
      }),
    );
  });
});

function plain(s: Standing) {
  const ids = (acts: readonly SignalFact[]) => acts.map((a) => a.id);
  return {
    ...s,
    counting: [...s.counting].sort(),
    by_turn: [...s.by_turn].map(([turn, t]) => [turn, ids(t.polar), ids(t.golds), ids(t.picks), ids(t.scores), t.polarity]),
  };
}

const anySignals: fc.Arbitrary<SignalFact[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...signalKinds),
      turn: fc.constantFrom(1, 3),
      at: fc.constantFrom('2026-10-01T00:00:00.000Z', '2026-10-02T00:00:00.000Z'),
      reviewer: fc.constantFrom('ana', 'ben'),
      provenance: fc.constantFrom(...provenances),
      candidate: fc.constantFrom(undefined, undefined, 'c1'),
      retracted: fc.constantFrom(false, false, true),
      better: fc.constantFrom('answer', 'c1'),
      worse: fc.constantFrom('c1', 'c2'),
    }),
    { maxLength: 8 },
  )
  .map((facts) => facts.map((fact, n) => ({ ...fact, id: `act-${n}` })));
