import assert from 'node:assert/strict';
import fc from 'fast-check';
import { load as loadYaml, CORE_SCHEMA } from 'js-yaml';
import { describe, it } from 'mocha';
import { applyEdits, safeEdits } from '../../../core/lint/fixes';
import { fileKinds } from '../../../core/lint/kinds';
import { contextOf, lint } from '../../../core/lint/lint';
import { codesOf, type Fixture, fixtureFiles } from './fixtures';

/** What people and tools do to a text while it is being written. */
const mutations: readonly ((text: string, at: number) => string)[] = [
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at) => `${text.slice(0, at)}: ${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\t${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}"${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}'${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}[{${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}😀\u202E${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\uD800${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}\n---\n${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)}&a *a ${text.slice(at)}`,
  (text, at) => {
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, (text.indexOf('\n', at) + 1 || text.length + 1) - 1);
    return `${text.slice(0, at)}\n${line}\n${text.slice(at)}`;
  },
  (text) => text.replaceAll('\n', '\r\n'),
  (text) => text.replaceAll('\n', '\r'),
  (text) => `\uFEFF${text}`,
];

const samples = fixtureFiles();

/** A fixture that went through a few mutations. */
const mutated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.constantFrom(...mutations), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 4 }),
  )
  .map(([sample, steps]): Fixture => {
    const text = steps.reduce((now, [mutate, where]) => mutate(now, Math.floor(where * now.length)), sample.text);
    return { ...sample, text };
  });

/** Every place lies inside the text, every fix gives a text that can be looked at again. */
function sound({ kind, text, path }: Fixture): void {
  for (const diagnosis of lint({ kind, text, path })) {
    const places = [diagnosis.span, ...diagnosis.related.map((other) => other.span)];
    for (const fix of diagnosis.fixes()) {
      places.push(...fix.edits);
      assert.doesNotMatch(fix.label, /\{\w+\}/, `${diagnosis.code}: ${fix.label}`);
      lint({ kind, text: applyEdits(text, fix.edits), path });
    }
    assert.ok(
      places.every(({ start, end }) => start >= 0 && start <= end && end <= text.length),
      diagnosis.code,
    );
    assert.notEqual(diagnosis.message, '');
  }
}

/** What is left when every safe repair was made, and made again. */
function repaired(fixture: Fixture): string {
  let { text } = fixture;
  for (let round = 0; round < 10; round++) {
    const next = applyEdits(text, safeEdits(lint({ ...fixture, text })));
    if (next === text) return text;
    text = next;
  }
  return assert.fail(`repairs that never end: ${text}`);
}

describe('lint on any text', () => {
  it('never fails on a file that is being edited, and points inside it', function () {
    this.timeout(120_000);
    fc.assert(fc.property(mutated, sound), { numRuns: 1500 });
  });

  it('never fails on text that is no such file at all', function () {
    this.timeout(60_000);
    const anything = fc.record({ kind: fc.constantFrom(...fileKinds), text: fc.string({ unit: 'binary', maxLength: 200 }) });
    fc.assert(
      fc.property(anything, ({ kind, text }) => sound({ kind, text, path: '/w/x/SKILL.md' })),
      { numRuns: 1000 },
    );
  });

  it('never fails on a file into which a piece of another was pasted, and its repairs come to rest', function () {
    this.timeout(120_000);
    const pasted = fc
      .tuple(
        fc.constantFrom(...samples),
        fc.constantFrom(...samples),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
      )
      .map(([into, from, [at = 0, start = 0, length = 0]]): Fixture => {
        const place = Math.floor(at * into.text.length);
        const begin = Math.floor(start * from.text.length);
        const piece = from.text.slice(begin, begin + Math.floor(length * 400));
        return { ...into, text: into.text.slice(0, place) + piece + into.text.slice(place) };
      });
    fc.assert(
      fc.property(pasted, (fixture) => {
        sound(fixture);
        const text = repaired(fixture);
        // What we find in order another parser can read.
        const { yaml } = contextOf({ ...fixture, text });
        if (!yaml || yaml.mistakes.length > 0 || lint({ ...fixture, text }).some(({ code }) => /^FM/.test(code))) return;
        assert.doesNotThrow(() => loadYaml(text.slice(yaml.span.start, yaml.span.end), { schema: CORE_SCHEMA }), text);
      }),
      { numRuns: 400 },
    );
  });

  it('repairs flags in one go, whatever stands there', () => {
    const flags = fc.oneof(fc.constant('version: gi'), fc.string({ unit: 'grapheme-ascii', maxLength: 12 }));
    fc.assert(
      fc.property(flags, (written) => {
        const text = `version: 1\nname: Flags\nrules:\n  - id: a\n    type: regex\n    pattern: refund\n    flags: ${JSON.stringify(written)}\n`;
        const once = applyEdits(text, safeEdits(lint({ kind: 'grader', text })));
        assert.equal(repaired({ kind: 'grader', text: once, path: '/w/a.grader.yaml' }), once);
        assert.ok(!lint({ kind: 'grader', text: once }).some(({ code }) => code === 'GRD065'), once);
      }),
    );
  });

  it('refuses nesting that would end the process', () => {
    for (const opening of ['[', '{', '- ', '? ', '> ', '* ', '![', '**', '[a](']) {
      const deep = opening.repeat(4000);
      for (const kind of ['skill', 'grader'] as const) {
        for (const text of [`---\nname: ${deep}\n---\n${deep}`, deep]) assert.ok(lint({ kind, text }).length > 0, opening);
      }
    }
    assert.deepEqual(codesOf('grader', '['.repeat(200_000)), ['FM006']);
  }).timeout(60_000);
});
