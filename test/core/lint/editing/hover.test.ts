import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { skillKeys } from '../../../../core/lint/skill/keys';
import { readingNotes } from '../../../../core/lint/skill/reading';
import { hovered } from './cursor';

describe('hover', () => {
  it('says what a key means, by the place it stands at', () => {
    assert.match(hovered('grader', 'rules:\n  - type: number\n    expec|ted: 3\n') ?? '', /number the answer must hold/);
    assert.match(hovered('grader', 'rules:\n  - type: exact\n    expec|ted: a\n') ?? '', /word for word/);
    assert.match(hovered('recipe', 'slice: { la|bel: billing }\n') ?? '', /covers those under it/);
    assert.equal(hovered('grader', 'rules:\n  - type: number\n    strange|: 3\n'), undefined);
  });

  it('counts characters where there is a limit', () => {
    assert.match(hovered('skill', '---\ndescrip|tion: 日本😀\n---\n') ?? '', /3 of 1024 characters/);
    assert.match(hovered('judge', '---\nn|ame:\n---\n') ?? '', /At most 120 characters/);
  });

  it('says who reads a key of a skill, and which of the chosen do not', () => {
    const text = hovered('skill', '---\nallowed-to|ols: Read\n---\n') ?? '';
    assert.match(text, /Read by agentskills \(experimental\), Claude \(list too\)\. Not by VS Code, /);
    assert.match(text, /\n\nLooked up in November 2026\.$/);
    assert.match(text, /Of your targets, not read by VS Code/);
    assert.doesNotMatch(hovered('skill', '---\nallowed-to|ols: Read\n---\n', { targets: ['claude'] }) ?? '', /targets/);
  });

  it('says since when an editor checks a key, where that is known, and how each client reads it', () => {
    const text = hovered('skill', '---\nna|me: x\n---\n') ?? '';
    assert.match(text, /VS Code checks it itself since 1\.109 \(January 2026\)\. Looked up in November 2026\./);
    assert.match(text, /agentskills \(required\), VS Code \(recommended\), Claude \(optional: else the folder’s name\)/);
    assert.doesNotMatch(hovered('skill', '---\neff|ort: high\n---\n') ?? '', /since/);
  });

  it('has notes for keys and clients that are known only', () => {
    for (const [key, notes] of Object.entries(readingNotes)) {
      const clients: readonly string[] = skillKeys[key]?.clients ?? [];
      assert.deepEqual(
        Object.keys(notes).filter((client) => !clients.includes(client)),
        [],
        key,
      );
    }
  });

  it('says what a word means', () => {
    assert.match(hovered('recipe', 'method: k|to\n') ?? '', /desirable or not/);
    assert.match(hovered('grader', 'rules:\n  - type: tool_|call\n') ?? '', /Which tools/);
  });

  it('says what a name stands for and how often it is used', () => {
    const text =
      'slices:\n  es: { label: refunds }\nrules:\n  - id: one\n    title: First\n    slice: e|s\nexamples:\n  - expect: { one: pass }\n';
    assert.equal(hovered('grader', text), '**slice** `es` — `label:refunds` · used once here');
    const rule = text.replace('e|s', 'es').replace('{ one', '{ o|ne');
    assert.equal(hovered('grader', rule), '**rule** `one` — `First` · used once here');
  });

  it('says what the store knows', () => {
    assert.match(hovered('recipe', 'slice: { label: bil|ling }\n') ?? '', /Label `billing`: 20 traces\.\n\nCovers `refunds`/);
    assert.match(hovered('recipe', 'slice: { label: no|ne }\n') ?? '', /no trace has it/);
    assert.match(
      hovered('grader', 'rules:\n  - type: tool_call\n    tool: lookup|_order\n') ?? '',
      /called in 14 traces\.\n\nArguments: `order_id` \(14\)/,
    );
    assert.equal(hovered('recipe', 'slice: { label: none| }\n', { facts: undefined }), undefined);
  });

  it('shows names of files and stores as they are, never as Markdown', () => {
    const text = hovered('grader', 'slices:\n  "a`b": { label: "[x](command:y)" }\nrules:\n  - slice: "a`|b"\n') ?? '';
    assert.equal(text, '**slice** `` a`b `` — `label:[x](command:y)` · used once here');
  });
});
