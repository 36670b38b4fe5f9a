import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { phraseTexts, sayPhrase } from '../../../core/lint/codes/phrases';
import { sayFrom } from '../../../core/lint/codes/say';
import { hoverAt } from '../../../core/lint/editing/hover';
import { contextOf, lint } from '../../../core/lint/lint';
import { cases } from './cases';
import { grader } from './fixtures';

const say = sayFrom({
  '`name` must be text, not {type}.': '`name` muss Text sein, nicht {type}.',
  'a list': 'eine Liste',
  'Replace by `{text}`': 'Durch `{text}` ersetzen',
  'Unknown rule type `{written}`. Did you mean `{near}`?': 'Unbekannte Regelart `{written}`. Gemeint ist wohl `{near}`?',
  'must be {what}': 'muss {what} sein',
  'a number': 'eine Zahl',
  'At most {limit} characters.': 'Höchstens {limit} Zeichen.',
});

describe('the words of the language server', () => {
  it('are those of the reader, in messages, repairs and hovers', () => {
    const [list] = lint({ kind: 'skill', text: '---\nname: [a]\ndescription: x\n---\nDo it.\n', say });
    assert.match(list?.message ?? '', /^`name` muss Text sein, nicht eine Liste\./);
    const text = grader('  - id: a\n    type: contain\n    any: [refund]\n');
    const type = lint({ kind: 'grader', text, say }).find(({ code }) => code === 'GRD005');
    assert.equal(type?.message, 'Unbekannte Regelart `contain`. Gemeint ist wohl `contains`?');
    assert.deepEqual(
      type.fixes().map(({ label }) => label),
      ['Durch `contains` ersetzen'],
    );
    const empty = contextOf({ kind: 'grader', text: 'version: 1\nname: [x]\n', say });
    assert.match(hoverAt(empty, 12)?.markdown ?? '', /Höchstens 120 Zeichen\./);
  });

  it('leave what stands in a file as it is', () => {
    const text = grader('  - id: a\n    type: a list\n');
    assert.ok(lint({ kind: 'grader', text, say }).some(({ message }) => message.includes('`a list`')));
  });

  it('find phrases inside phrases', () => {
    assert.equal(sayPhrase(say, 'must be a number'), 'muss eine Zahl sein');
    for (const phrase of phraseTexts) assert.equal(sayPhrase(sayFrom({}), phrase), phrase);
  });

  it('are whole sentences: nothing of a message is put together in English alone', () => {
    // Every text a reader sees passes through `say`; what did not would lack the mark.
    const marked = cases.flatMap(({ kind, bad, around }) =>
      lint({ kind, text: bad, ...around, say: (template, args) => `«${sayFrom({})(template, args)}»` }),
    );
    for (const { code, message } of marked) assert.match(message, /^«[^]*»(?: \([^()]+\))?$/, code);
  });
});
