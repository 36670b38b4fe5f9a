import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { suggestionsAt } from '../../../../core/lint/editing/complete';
import { formatOf } from '../../../../core/lint/editing/format';
import { hoverAt } from '../../../../core/lint/editing/hover';
import { foldsOf, outlineOf, selectionSteps } from '../../../../core/lint/editing/outline';
import { applyEdits, safeEdits } from '../../../../core/lint/fixes';
import { contextOf, diagnose } from '../../../../core/lint/lint';

const front = 'name: x\ndescription: Sorts the mail of a day. Use when the user asks for it.\n';
const lines = (n: number, line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join('');
const skill = (keys: string, body = 'Do it.\n') => `---\n${front}${keys}---\n\n${body}`;

/** Texts nobody writes, each with one thing many times over. Work that grows with the square of it takes minutes here. */
const texts: Readonly<Record<string, string>> = {
  'unknown keys': skill(lines(10_000, (i) => `key-${i}: v\n`)),
  'the same key': skill(lines(10_000, () => 'same: v\n')),
  'blanks at line ends': skill(lines(10_000, (i) => `key-${i}: v  \n`)),
  'texts under a key': skill(`metadata:\n${lines(10_000, (i) => `  key-${i}: 1\n`)}`),
  headings: skill(
    '',
    lines(30_000, () => '# a\n\n'),
  ),
  'links that lead nowhere': skill(
    '',
    lines(30_000, (i) => `[a](gone-${i}.md)\n`),
  ),
  'words to do': skill(
    '',
    lines(30_000, () => 'TODO `TODO`\n\n'),
  ),
};

describe('a file with one thing many times over', () => {
  for (const [name, text] of Object.entries(texts)) {
    it(`is looked at in time that grows with it: ${name}`, () => {
      const nowhere = { kindOf: () => undefined, list: () => [], read: () => undefined };
      const start = process.cpuUsage();
      const context = contextOf({ kind: 'skill', text, path: '/w/x/SKILL.md', files: nowhere });
      const found = diagnose(context);
      const middle = Math.floor(text.length / 2);
      applyEdits(text, safeEdits(found));
      suggestionsAt(context, middle);
      hoverAt(context, middle);
      outlineOf(context);
      foldsOf(context);
      selectionSteps(context, middle);
      formatOf(context);
      const { user } = process.cpuUsage(start);
      assert.ok(user < 12_000_000, `${Math.round(user / 1000)} ms`);
    }).timeout(120_000);
  }
});
