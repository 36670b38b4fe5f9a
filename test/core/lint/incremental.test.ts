import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { FileKind } from '../../../core/lint/kinds';
import { lint } from '../../../core/lint/lint';
import { forgetAll } from '../../../core/lint/remembered';
import { readPieces } from '../../../core/lint/yaml/pieces';
import { readWhole } from '../../../core/lint/yaml/read';
import { cases } from './cases';
import { fixtureFiles } from './fixtures';
import { longGrader, longJudge, longSkill } from './long';

/** What a hand does to a text: at a place, some characters go and some come. */
const edit = fc.record({
  where: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.constantFrom(0, 0, 0, 1, 4, 40, 400),
  come: fc.constantFrom(
    ...['', 'x', ' ', '\n', ': ', '"', "'", '[', ']', '{', '}', '#', ' # note', '- ', '\t', '*', '&a ', '*a', '|\n', 'é', '\r\n'],
    ...[
      '\n  - id: new\n    type: contains\n    any: [x]\n',
      '\n    weight: 0\n',
      '\nname: twice\n',
      '\n---\n',
      '\n## tone\n\nLong.\n',
      '`',
    ],
  ),
});

function edited(text: string, { where, gone, come }: { where: number; gone: number; come: string }): string {
  const at = Math.floor(where * text.length);
  return text.slice(0, at) + come + text.slice(at + gone);
}

function saidOf(kind: FileKind, text: string) {
  return lint({ kind, text, path: '/w/x/SKILL.md' }).map((diagnosis) => ({ ...diagnosis, fixes: diagnosis.fixes() }));
}

describe('lint of a text that is being edited', () => {
  /** The rules of every case there is, in one file. */
  const rules = cases.flatMap(({ kind, bad, good }) => (kind === 'grader' ? [bad, good] : []));
  const every = new Set(rules.map((text) => /^rules:\n((?: .*\n|\n)*)/m.exec(text)?.[1] ?? ''));
  const many = `version: 1\nname: Many\nrules:\n${[...every].join('')}`;

  for (const [kind, text] of [
    ['grader', longGrader(25)],
    ['grader', many],
    ['judge', longJudge(12)],
    ['skill', longSkill(20)],
  ] as const) {
    it(`says what a first look at it would say (${kind} of ${text.length} characters)`, () => {
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
          let now = text;
          for (const next of edits) {
            now = edited(now, next);
            const warm = saidOf(kind, now);
            forgetAll();
            assert.deepEqual(warm, saidOf(kind, now));
          }
        }),
        { numRuns: 12 },
      );
    }).timeout(120_000);
  }
});

describe('YAML read in pieces', () => {
  it('reads as it reads in the whole', () => {
    const texts = fixtureFiles().map(({ text }) => /^---\n([^]*?\n)---\n/.exec(text)?.[1] ?? text);
    let compared = 0;
    fc.assert(
      fc.property(fc.constantFrom(...texts), edit, (base, next) => {
        const text = edited(base, next);
        const whole = text === '' ? undefined : readWhole(text);
        const pieces = whole && readPieces(text);
        if (!pieces) return;
        // Broken text may be told apart better in pieces; what is in order must not differ.
        if (whole.mistakes.length === 0) assert.deepEqual(pieces, whole);
        else assert.ok(pieces.mistakes.length > 0, text);
        compared++;
      }),
      { numRuns: 3000 },
    );
    assert.ok(compared > 500, String(compared));
  }).timeout(60_000);

  it('names a mistake in its own item, and keeps the others', () => {
    const { root, mistakes } = readPieces('a: 1\nrules:\n  - id: x\n    t: "y\n  - id: z\n    n: 1\nb: 2\n') ?? {};
    assert.deepEqual(
      mistakes?.map(({ code, span }) => [code, span.start]),
      [['FM006', 29]],
    );
    assert.deepEqual(root?.kind === 'map' ? root.entries.map(({ name }) => name) : [], ['a', 'rules', 'b']);
  });

  it('reads as a whole what cannot be cut', () => {
    for (const text of ['a: &x 1\nb: *x\n', '--- \na: 1\n', '"a": 1\n', 'a: 1\nb\n', '[a, b]\n', '']) {
      assert.equal(readPieces(text), undefined, text);
    }
  });
});
