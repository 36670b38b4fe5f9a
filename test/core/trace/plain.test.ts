import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Message } from '../../../core/trace/model';
import {
  answerText,
  isEmptyAnswer,
  lastAssistantTurn,
  oneLine,
  plainText,
  previewText,
  promptOf,
} from '../../../core/trace/plain';

const messages: Message[] = [
  { role: 'system', content: 'S' },
  { role: 'user', content: 'first  \n question' },
  { role: 'assistant', content: 'one' },
  { role: 'user', content: [{ type: 'text', text: 'look' }, { type: 'image', name: 'a.png' }, { type: 'audio' }] },
  { role: 'assistant', content: '', tool_calls: [{ id: 'c', name: 'n', arguments: '{}' }] },
  { role: 'user', content: 'after the answer' },
];

describe('the line a conversation is listed by', () => {
  const line = (...asked: string[]) =>
    previewText({ messages: asked.map((content): Message => ({ role: 'user', content })), answer_turn: -1 });

  it('puts a question before an answer that says little by itself', () => {
    assert.equal(line('Can I swap the size of order 48?', 'sí porfa'), 'Can I swap the size of order 48? … sí porfa');
    assert.equal(line('yes', 'no'), 'yes … no');
    assert.equal(line('no'), 'no');
    assert.equal(line('What is in it?', '  '), 'What is in it?');
    assert.equal(line('Can I swap it?', 'Where is my parcel now?'), 'Where is my parcel now?');
    assert.match(line('word '.repeat(100), 'do it'), /word ?… do it$/);
  });

  it('is never longer than 200 code points, and ends with the last message', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const shown = line(a, b);
        assert.ok(Array.from(shown).length <= 200);
        assert.ok(shown.endsWith(oneLine(b, 200)));
      }),
    );
  });
});

describe('plain text of a conversation', () => {
  it('shows media as placeholders', () => {
    assert.equal(plainText(messages[3]?.content ?? ''), 'look\n[image a.png]\n[audio]');
  });

  it('finds the answer and what it was given to', () => {
    const trace = { messages, answer_turn: lastAssistantTurn(messages) };
    assert.equal(trace.answer_turn, 4);
    assert.equal(answerText(trace), '');
    assert.equal(answerText(trace, 2), 'one');
    assert.equal(answerText(trace, 1), '');
    assert.equal(promptOf(trace).length, 4);
    assert.equal(promptOf({ messages, answer_turn: -1 }).length, 6);
  });

  it('calls an answer empty when it has neither words nor calls', () => {
    assert.equal(isEmptyAnswer({ content: ' \n' }), true);
    assert.equal(isEmptyAnswer({ content: '', tool_calls: messages[4]?.tool_calls }), false);
    assert.equal(isEmptyAnswer({ content: [{ type: 'image' }] }), false);
  });

  it('previews the last user turn before the answer', () => {
    assert.equal(previewText({ messages, answer_turn: 4 }), 'look [image a.png] [audio]');
    assert.equal(previewText({ messages, answer_turn: 2 }), 'first question');
    assert.equal(previewText({ messages, answer_turn: -1 }), 'after the answer');
    assert.equal(previewText({ messages: [], answer_turn: -1 }), '');
  });

  it('never shows more than it may, nor half a character', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '😀', 'é', '\ud83d');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (text, max) => {
        const line = oneLine(text, max);
        const whole = text.replace(/\s+/g, ' ').trim();
        const points = Array.from(whole);
        assert.equal(line, points.length <= max ? whole : `${points.slice(0, max - 1).join('')}…`);
      }),
    );
  });

  it('looks past long runs of white space', () => {
    assert.equal(oneLine(`${' '.repeat(100_000)}here`, 200), 'here');
  });
});
