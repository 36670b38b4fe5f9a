import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { factsOf } from '../../../core/feedback/facts';
import { checkAttributeKey, checkLabel, isLabel, normaliseLabel, parseAttribute } from '../../../core/feedback/label';
import { isUnder, labelTree } from '../../../core/feedback/label-tree';
import { scoreOf, scoresOf } from '../../../core/feedback/scores';
import { parseToolCalls } from '../../../core/feedback/tool-calls';
import { Problem } from '../../../core/lib/problem';
import type { EventBody, LogEvent } from '../../../core/log/events';
import { act, asked, down, from, score, story } from './acts';

const trace = asked('Question?', 'Answer.', { labels: ['Old'], attributes: { tier: 'gold' } });
const acts = (...bodies: EventBody[]): LogEvent[] => bodies.map((body, n) => act(n, 'ana', body));
const grade = (grader: string, hash: string, value: number | null, candidate?: string): EventBody => ({
  type: 'grade',
  trace: 'trace-1',
  turn: 1,
  grader,
  grader_hash: hash,
  score: value,
  rules: {},
  ...(candidate === undefined ? {} : { candidate }),
});
const verdict = (judge: string, run: string, value: number | null): EventBody => ({
  type: 'verdict',
  trace: 'trace-1',
  turn: 1,
  judge,
  run,
  score: value,
  scores: {},
});
const traces = ['trace-1'];

describe('labels and attributes', () => {
  it('keeps labels NFC, lower-cased and trimmed', () => {
    assert.equal(normaliseLabel('  Cafe\u0301 '), 'caf\u00e9');
    assert.equal(checkLabel(' Billing '), 'billing');
  });

  it('refuses what cannot be a label', () => {
    for (const text of ['', '   ', 'a,b', 'a\nb', 'a\u2028b', 'x'.repeat(121)]) {
      assert.throws(
        () => checkLabel(text),
        (e) => e instanceof Problem && e.code === 'label_invalid',
      );
    }
    assert.ok(isLabel('x'.repeat(120)));
    assert.ok(isLabel('😀'.repeat(120)), 'counts characters, not UTF-16 units');
  });

  it('reads key=value', () => {
    assert.deepEqual(parseAttribute(' language = es '), { key: 'language', value: 'es' });
    assert.deepEqual(parseAttribute('url=http://a?b=c'), { key: 'url', value: 'http://a?b=c' });
    for (const text of ['', '=x', 'a=', 'a', 'a b=c']) {
      assert.throws(
        () => parseAttribute(text),
        (e) => e instanceof Problem && e.code === 'attribute_invalid',
      );
    }
    assert.throws(() => checkAttributeKey('a b'), Problem);
    assert.equal(checkAttributeKey('task.kind-2_x'), 'task.kind-2_x');
  });

  it('folds tags in time order, whatever order they arrive in', () => {
    const said = acts(
      { type: 'labels_added', traces, labels: ['New', 'gone'] },
      { type: 'labels_removed', traces, labels: ['GONE'] },
      { type: 'labels_added', traces: ['other'], labels: ['foreign'] },
      { type: 'label_renamed', from: 'old', to: 'older' },
      { type: 'attributes_set', traces, values: { tier: 'silver', language: 'es' } },
      { type: 'attributes_removed', traces, keys: ['language'] },
      { type: 'pinned', traces },
      { type: 'tainted', traces, reason: 'tool was denied' },
    );
    for (const order of [said, [...said].reverse()]) {
      const { labels, attributes, pinned, tainted } = factsOf(trace, order);
      assert.deepEqual(labels, ['new', 'older']);
      assert.deepEqual(attributes, { tier: 'silver' });
      assert.equal(pinned, true);
      assert.deepEqual(tainted, ['tool was denied']);
    }
  });

  it('forgets retracted acts of every kind', () => {
    const said = acts(
      { type: 'labels_added', traces, labels: ['new'] },
      { type: 'tainted', traces, reason: 'x' },
      { type: 'candidate', trace: 'trace-1', candidate: 'c1', answer: { text: 'b' } },
      { type: 'retracted', act: 'act-00' },
      { type: 'retracted', act: 'act-01' },
      { type: 'retracted', act: 'act-02' },
    );
    const { labels, tainted, candidates } = factsOf(trace, said);
    assert.deepEqual({ labels, tainted, candidates }, { labels: ['old'], tainted: [], candidates: [] });
  });

  it('gives a verdict the newest reason added to it', () => {
    const said = [
      ...story({ ...down, reason: 'first' }),
      act(5, 'ana', { type: 'reason_added', trace: 'trace-1', act: 'act-00', reason: 'second' }),
      act(4, 'ana', { type: 'reason_added', trace: 'trace-1', act: 'act-00', reason: 'between' }),
    ];
    assert.equal(factsOf(trace, said).signals[0]?.reason, 'second');
  });
});

describe('the label tree', () => {
  it('reaches descendants and survives circles', () => {
    const parents = new Map([
      ['refunds', 'billing'],
      ['chargebacks', 'refunds'],
      ['a', 'b'],
      ['b', 'a'],
    ]);
    assert.ok(isUnder('chargebacks', 'billing', parents));
    assert.ok(isUnder('billing', 'billing', parents));
    assert.ok(!isUnder('billing', 'refunds', parents));
    assert.ok(!isUnder('a', 'billing', parents));
  });

  it('ignores the later of two acts that make a circle, and lists it', () => {
    const said = acts(
      { type: 'label_parent_set', label: 'a', parent: 'b' },
      { type: 'label_parent_set', label: 'b', parent: 'a' },
    );
    for (const order of [said, [...said].reverse()]) {
      const { parents, ignored } = labelTree(order);
      assert.deepEqual([...parents], [['a', 'b']]);
      assert.deepEqual(
        ignored.map(({ act }) => act),
        ['act-01'],
      );
    }
  });

  it('keeps children under a renamed label, and its place', () => {
    const said = acts(
      { type: 'label_parent_set', label: 'child', parent: 'old' },
      { type: 'label_parent_set', label: 'old', parent: 'top' },
      { type: 'label_renamed', from: 'old', to: 'new' },
    );
    assert.deepEqual(Object.fromEntries(labelTree(said).parents), { child: 'new', new: 'top' });
  });

  it('merges a label into its own child without a circle', () => {
    const said = acts(
      { type: 'label_parent_set', label: 'child', parent: 'old' },
      { type: 'label_renamed', from: 'old', to: 'child' },
    );
    assert.deepEqual([...labelTree(said).parents], []);
  });
});

describe('which score counts', () => {
  const facts = (...events: LogEvent[]) => factsOf(trace, events);
  const at = { turn: 1 };

  it('ranks human over imported over graders over judges', () => {
    const all = [
      ...story(score(0.9), { ...score(0.2), ...from('earlier_process'), by: 'import' }),
      act(5, 'ana', grade('g', 'h', 0.3)),
      act(6, 'ana', verdict('j', 'r', 0.4)),
    ];
    assert.deepEqual(scoreOf(facts(...all), at)?.score.value, 0.9);
    assert.deepEqual(scoreOf(facts(...all.slice(1)), at)?.score.value, 0.2);
    assert.deepEqual(scoreOf(facts(...all.slice(2)), at)?.score.value, 0.3);
    assert.deepEqual(scoreOf(facts(...all.slice(3)), at), {
      origin: 'judges',
      score: { value: 0.4, names: ['j@r'], acts: ['act-06'] },
    });
    assert.equal(scoreOf(facts(...all), at, { from: 'judges' })?.score.value, 0.4);
    assert.equal(scoreOf(facts(...all.slice(0, 1)), at, { from: 'judges' }), undefined);
  });

  it('takes the mean of people, each with their newest grade; `overall` stands for the dimensions', () => {
    const said = story(score(0), score(1), { kind: 'score', scores: { a: 0.2, b: 0.4 }, by: 'ben' });
    assert.equal(scoreOf(facts(...said), at)?.score.value, 0.65);
  });

  it('takes the mean of the graders whose file is current, and no stale grade', () => {
    const said = [act(1, 'x', grade('g', 'old', 0)), act(2, 'x', grade('g', 'new', 1)), act(3, 'x', grade('h', 'h1', 0.5))];
    assert.equal(scoresOf(facts(...said), at).graders?.value, 0.75);
    const graders = (current: Record<string, string>) => scoresOf(facts(...said), at, new Map(Object.entries(current))).graders;
    assert.equal(graders({ g: 'old', h: 'h2' })?.value, 0);
    assert.equal(graders({ g: 'newest', h: 'h2' }), undefined);
    assert.equal(graders({ g: 'newest' })?.value, 0.5, 'of a grader nobody knows the file of, the newest grade counts');
  });

  it('knows no score where nothing applied, and none where a judge abstained last', () => {
    assert.equal(scoreOf(facts(act(1, 'x', grade('g', 'h', null))), at), undefined);
    assert.equal(scoreOf(facts(act(1, 'x', verdict('j', 'r1', 0.5)), act(2, 'x', verdict('j', 'r2', null))), at), undefined);
  });

  it('keeps a raw score without a scale out of every threshold', () => {
    assert.equal(scoreOf(facts(...story({ kind: 'score', raw_score: 7, ...from('earlier_process') })), at), undefined);
  });

  it('scores candidates apart from the answer', () => {
    const said = [act(1, 'x', grade('g', 'h', 0.1)), act(2, 'x', grade('g', 'h', 0.8, 'c1'))];
    assert.equal(scoreOf(facts(...said), at)?.score.value, 0.1);
    assert.equal(scoreOf(facts(...said), { turn: 1, candidate: 'c1' })?.score.value, 0.8);
  });
});

describe('tool calls as a person writes them', () => {
  it('reads plain and wrapped calls and keeps numbers as written', () => {
    assert.deepEqual(parseToolCalls('[{"name":"f","arguments":{"n": 9007199254740993}}]'), [
      { id: 'call_1', name: 'f', arguments: '{"n":9007199254740993}' },
    ]);
    assert.deepEqual(parseToolCalls('[{"id":"x","type":"function","function":{"name":"f","arguments":"{\\"a\\": 1}"}}]'), [
      { id: 'x', name: 'f', arguments: '{"a": 1}' },
    ]);
    assert.deepEqual(parseToolCalls('[{"name":"f"}]'), [{ id: 'call_1', name: 'f', arguments: '{}' }]);
  });

  for (const text of ['', '{}', '[]', '[{}]', '[{"name":"f","arguments":[1]}]', '[{"name":"f","arguments":"x"}]', '[1]']) {
    it(`refuses ${text || 'nothing'}`, () => {
      assert.throws(
        () => parseToolCalls(text),
        (e) => e instanceof Problem && e.code === 'tool_calls_invalid',
      );
    });
  }
});
