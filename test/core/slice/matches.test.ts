import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { factsOf } from '../../../core/feedback/facts';
import type { LogEvent } from '../../../core/log/events';
import { mergeSelections } from '../../../core/slice/canonical';
import { foldText, matches, subjectOf, type SliceSubject } from '../../../core/slice/matches';
import { parseSlice } from '../../../core/slice/parse';
import { hasKinds, states, type PlainSlice } from '../../../core/slice/schema';
import type { Trace } from '../../../core/trace/model';
import { act, asked, fix, from, note, score, skip, story, traceOf, up, user } from '../feedback/acts';
import * as some from './arbitrary';

const trace = asked('Why was I charged TWICE for café?', 'You were not.', {
  labels: ['refunds'],
  attributes: { language: 'es' },
});
const parents = new Map([['refunds', 'billing']]);

function held(filter: string, acts: LogEvent[] = [], of: Trace = trace, redacted = false): boolean {
  return matches(parseSlice(filter), subjectOf(of, factsOf(of, acts), redacted), parents);
}

const holding: [filter: string, acts?: LogEvent[]][] = [
  [''],
  ['label:refunds'],
  ['label:billing'],
  ['label:shipping,REFUNDS'],
  ['-label:shipping'],
  ['language=es'],
  ['language=fr,es'],
  ['-language=fr'],
  ['source:support model:m-1'],
  ['since:2026-09-01 until:2026-09-01'],
  ['until:2026-09-01T00:00:00Z'],
  ['-since:2026-09-02'],
  ['state:unreviewed'],
  ['state:reviewed has:up', story(up)],
  ['state:skipped', story(skip)],
  ['reviewer:ana', story(up)],
  ['has:correction,gold', story(fix('x'))],
  ['has:score', story(score(1))],
  ['has:note', story(note)],
  ['"charged twice"'],
  ['"CAFE\u0301"'],
  ['nothing "not"'],
  ['-unlabelled'],
  ['unlabelled', [act(1, 'ana', { type: 'labels_removed', traces: ['trace-1'], labels: ['refunds'] })]],
  ['has:tainted', [act(1, 'ana', { type: 'tainted', traces: ['trace-1'], reason: 'x' })]],
  ['has:pinned', [act(1, 'ana', { type: 'pinned', traces: ['trace-1'] })]],
];

const missing: [filter: string, acts?: LogEvent[]][] = [
  ['label:bill'],
  ['label:refunds language=fr'],
  ['tier=gold'],
  ['constructor=x'],
  ['model:m-2'],
  ['since:2026-09-02'],
  ['until:2026-08-31'],
  ['state:skipped', story(skip, up)],
  ['reviewer:ana', story(skip, note)],
  ['has:correction', story(fix('x'), up)],
  ['-label:billing'],
  ['-language=es -tier=gold'],
  ['unlabelled'],
  ['"charged thrice"'],
];

describe('what a slice holds', () => {
  for (const [filter, acts] of holding) it(`holds: ${filter || '(everything)'}`, () => assert.ok(held(filter, acts)));
  for (const [filter, acts] of missing) it(`does not hold: ${filter}`, () => assert.ok(!held(filter, acts)));

  it('searches tool arguments and results with escapes decoded', () => {
    const of = traceOf([
      user('look'),
      { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'find', arguments: '{"city":"M\\u00e1laga"}' }] },
      { role: 'tool', content: 'Found 3 hotels', tool_call_id: '1' },
      { role: 'assistant', content: 'done' },
    ]);
    assert.ok(held('málaga', [], of));
    assert.ok(held('"3 HOTELS"', [], of));
    assert.ok(held('has:tool_calls', [], of));
  });

  it('leaves out what is scored when only unscored traces are wanted', () => {
    const subject = (acts: LogEvent[]) => subjectOf(trace, factsOf(trace, acts), false);
    assert.ok(matches({ only_unscored: true, sample: 5 }, subject([])));
    assert.ok(!matches({ only_unscored: true }, subject(story({ ...score(0.5), ...from('earlier_process') }))));
  });

  it('reads redactions from outside', () => {
    assert.ok(held('has:redactions', [], trace, true));
    assert.ok(!held('has:redactions'));
  });

  it('is partitioned by every single condition and its negation', () => {
    fc.assert(
      fc.property(anyCondition, anySubject, (condition, subject) => {
        assert.notEqual(matches(condition, subject, parents), matches({ not: condition }, subject, parents));
      }),
      { numRuns: 500 },
    );
  });

  it('narrows with every further key', () => {
    fc.assert(
      fc.property(some.anyPlainSlice, anyCondition, anySubject, (slice, more, subject) => {
        const both = matches({ ...slice, ...more }, subject, parents);
        const rest: PlainSlice = Object.fromEntries(Object.entries(slice).filter(([key]) => !(key in more)));
        assert.equal(both, matches(rest, subject, parents) && matches(more, subject, parents));
      }),
    );
  });
});

describe('flags over filter text', () => {
  it('replaces keys and merges attributes', () => {
    const base = parseSlice('label:a language=es -state:skipped -tier=x');
    assert.deepEqual(
      mergeSelections(base, { label: 'b', attributes: { tier: 'gold' }, sample: 5, not: { label: 'c', attributes: { z: '1' } } }),
      {
        label: 'b',
        attributes: { language: 'es', tier: 'gold' },
        sample: 5,
        not: { state: 'skipped', label: 'c', attributes: { tier: 'x', z: '1' } },
      },
    );
    assert.deepEqual(mergeSelections({}, {}), {});
  });
});

/** A slice with one key; under `attributes` one attribute. */
const anyCondition: fc.Arbitrary<PlainSlice> = some.anyPlainSlice.chain((slice) => {
  const parts = Object.entries(slice).flatMap(([key, value]) =>
    key === 'attributes'
      ? Object.entries(value as object).map(([k, v]) => ({ attributes: { [k]: v as string } }))
      : [{ [key]: value } as PlainSlice],
  );
  return parts.length === 0 ? fc.constant<PlainSlice>({ label: 'billing' }) : fc.constantFrom(...parts);
});

const anySubject: fc.Arbitrary<SliceSubject> = fc
  .record({
    source: fc.constantFrom(...some.sources),
    model: fc.option(fc.constantFrom(...some.models), { nil: undefined }),
    captured_at: fc.constantFrom('2026-09-01T00:00:00.000Z', '2026-09-02T23:59:59.999Z', '2026-09-04T00:00:00.000Z'),
    state: fc.constantFrom(...states),
    reviewers: fc.subarray(some.reviewers).map((r) => new Set(r)),
    labels: fc.subarray(['billing', 'refunds', 'two words', 'caf\u00e9']),
    attributes: fc.dictionary(fc.constantFrom('language', 'tier', 'odd key'), fc.constantFrom('es', 'a,b', '')),
    has: fc.subarray([...hasKinds]).map((h) => new Set(h)),
    words: fc.subarray(some.texts),
  })
  .map(({ words, ...subject }) => ({ ...subject, text: () => foldText(words.join(' ')) }));
