import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { LintInput } from '../../../core/lint/context';
import type { Fix } from '../../../core/lint/finding';
import { applyEdits } from '../../../core/lint/fixes';
import type { FileKind } from '../../../core/lint/kinds';
import { lint } from '../../../core/lint/lint';
import { around } from './cases/case';
import { codesOf, judge, skill } from './fixtures';

function fixesOf(kind: FileKind, text: string, code: string, more: Partial<LintInput> = {}): readonly Fix[] {
  const found = lint({ kind, text, ...more }).filter((diagnosis) => diagnosis.code === code);
  return found.flatMap((diagnosis) => diagnosis.fixes());
}

describe('repairs that make a file', () => {
  it('move a long section, whose links still lead where they led', () => {
    const files = { '/w/sample/SKILL.md': '', '/w/sample/notes.md': '# Notes\n', '/w/sample/references/a.md': '# A\n' };
    const section = 'See [notes](notes.md), [a](./references/a.md) and [all](https://x.example/y).\nNot `[code](notes.md)`.\n';
    const text = skill(
      '',
      `# Steps\n\nBegin.\n\n## Edge cases\n\n${section}${'One more line.\n'.repeat(510)}\n## Last\n\nEnd.\n`,
    );
    const [fix] = fixesOf('skill', text, 'SKL301', around('/w/sample/SKILL.md', files));
    assert.ok(fix);
    assert.equal(fix.create, '/w/sample/references/edge-cases.md');
    assert.match(fix.content ?? '', /^# Edge cases\n\nSee \[notes\]\(\.\.\/notes\.md\), \[a\]\(\.\.\/references\/a\.md\)/);
    assert.match(fix.content ?? '', /\(https:\/\/x\.example\/y\)\.\nNot `\[code\]\(notes\.md\)`\./);
    const after = applyEdits(text, fix.edits);
    assert.match(after, /## Edge cases\n\nRead \[Edge cases\]\(references\/edge-cases\.md\)\.\n\n## Last\n\nEnd\.\n$/);
    const then = around('/w/sample/SKILL.md', { ...files, '/w/sample/references/edge-cases.md': fix.content ?? '' });
    assert.deepEqual(
      codesOf('skill', after, then).filter((code) => /SKL30[1-4]/.test(code)),
      [],
    );
  });

  it('make a rule of what needs no judge, in a grader that is in order', () => {
    const made = (asked: string) => {
      const text = judge({ dimensions: `  - key: form\n    description: ${asked}\n    scale: boolean\n` });
      return fixesOf('judge', text, 'JDG061', around('/w/billing.judge.md', {}));
    };
    const asked = ['The reply is valid JSON.', 'It is under 80 words.', 'It mentions the order number.', 'It includes a link.'];
    for (const question of asked) {
      const [fix] = made(question);
      assert.equal(fix?.create, '/w/billing-form.grader.yaml', question);
      assert.deepEqual(codesOf('grader', fix.content ?? ''), [], fix.content);
    }
    const [short] = made('It is at most 3 words.');
    assert.match(short?.content ?? '', /pattern: '\^\\s\*\(\?:\\S\+\\s\*\)\{0,3\}\$'/);
    assert.deepEqual(made('It is more than 80 words.'), []);
  });

  it('never take the place of a file that is there', () => {
    const text = judge({ dimensions: '  - key: form\n    description: The reply is valid JSON.\n    scale: boolean\n' });
    const there = around('/w/billing.judge.md', { '/w/billing-form.grader.yaml': 'version: 1\n' });
    assert.deepEqual(fixesOf('judge', text, 'JDG061', there), []);
  });
});

describe('a dimension that asks two things', () => {
  const split = (description: string) => {
    const text = judge({ dimensions: `  - key: accuracy\n    description: ${description}\n    scale: boolean\n` });
    const [fix] = fixesOf('judge', text, 'JDG014');
    return [...applyEdits(text, fix?.edits ?? []).matchAll(/description: "?([^"\n]*)/g)].map(([, said]) => said);
  };

  it('becomes two of one thing each, with the subject of the first', () => {
    assert.deepEqual(split('The reply is true and is complete.'), ['The reply is true.', 'The reply is complete.']);
    assert.deepEqual(split('The reply is polite and helpful.'), ['The reply is polite.', 'The reply is helpful.']);
    assert.deepEqual(split('Is it true? Is it kind?'), ['Is it true?', 'Is it kind?']);
    assert.deepEqual(split('The reply cites sources or it explains why.'), ['The reply cites sources.', 'It explains why.']);
  });
});
