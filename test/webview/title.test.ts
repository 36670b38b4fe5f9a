import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Message } from '../../core/trace/model';
import { useDom } from './support/dom';

describe('the title of a trace', () => {
  useDom();

  async function titles(question: string, here = true): Promise<[shown: string, spoken: string]> {
    const { spokenTitle, titleOf } = await import('../../webview/trace/panel');
    const message: Message = { role: 'user', content: question };
    const head = question.replace(/\s+/g, ' ').trim().slice(0, 80);
    const conversation = {
      outline: [{ turn: 0, role: 'user' as const, size: question.length, head }],
      message: () => (here ? { message } : undefined),
    };
    return [titleOf(conversation, 1), spokenTitle(conversation, 1)];
  }

  it('is the question in one line', async () => {
    assert.deepEqual(await titles('Where\n is  it?'), ['Where is it?', 'Where is it?']);
  });

  it('says with an ellipsis that the question goes on, whatever is known of it', async () => {
    const long = 'word '.repeat(100);
    for (const here of [true, false]) {
      const [shown] = await titles(long, here);
      assert.match(shown, /word…$/);
    }
    const spaced = `a${' '.repeat(200)}${'b'.repeat(200)}`;
    const [shown] = await titles(spaced, false);
    assert.match(shown, /…$/);
  });

  it('names what was masked where only text can stand', async () => {
    const [, spoken] = await titles('My number is [redacted:phone#2]');
    assert.equal(spoken, 'My number is ‹phone number 2›');
  });
});
