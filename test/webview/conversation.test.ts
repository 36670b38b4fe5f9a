import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Conversation } from '../../webview/trace/conversation';
import type { OpenedTrace } from '../../core/protocol/results';

type Outline = OpenedTrace['outline'];
type Window = OpenedTrace['window'];

const roles = ['system', 'user', 'assistant', 'tool'] as const;
const outline = fc
  .array(fc.record({ role: fc.constantFrom(...roles), size: fc.nat(120_000) }), { maxLength: 300 })
  .map((items): Outline => items.map((item, turn) => ({ ...item, turn, head: '' })));

function message(turn: number, role: Outline[number]['role'] = 'user'): Window[number] {
  return { turn, message: { role, content: `m${String(turn)}` } };
}

describe('conversation', () => {
  it('is covered by its blocks without gap or overlap, and no block is huge', () => {
    fc.assert(
      fc.property(outline, (items) => {
        const { blocks } = new Conversation({ outline: items, window: [] });
        assert.equal(blocks[0]?.from ?? 0, 0);
        assert.equal(blocks.at(-1)?.to ?? 0, items.length);
        blocks.forEach((block, index) => {
          if (index > 0) assert.equal(block.from, blocks[index - 1]?.to);
          assert.ok(block.to > block.from && block.to - block.from <= 128);
          assert.ok(block.height > 0);
        });
      }),
    );
  });

  it('keeps results with the calls they answer', () => {
    const items: Outline = Array.from({ length: 40 }, (_, turn) => ({
      turn,
      role: turn === 15 ? ('assistant' as const) : turn > 15 && turn < 20 ? ('tool' as const) : ('user' as const),
      size: 10,
      head: '',
    }));
    const conversation = new Conversation({ outline: items, window: [] });
    assert.equal(conversation.blockOf(15), conversation.blockOf(19));
  });

  it('asks for exactly what is not here yet', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.array(fc.nat(59)), (length, here) => {
        const items: Outline = Array.from({ length }, (_, turn) => ({ turn, role: 'user', size: 1, head: '' }));
        const conversation = new Conversation({
          outline: items,
          window: here.filter((turn) => turn < length).map((turn) => message(turn)),
        });
        for (let guard = 0; guard <= length; guard++) {
          const range = conversation.missing(0, length);
          if (!range) break;
          // A window may bring less than asked, but at least one.
          assert.equal(conversation.take([message(range.from)]), 1);
        }
        assert.equal(conversation.missing(0, length), undefined);
        assert.equal(conversation.loadedCount, length);
      }),
    );
  });

  it('finds the result of each call by id, else by position', () => {
    const items: Outline = (['user', 'assistant', 'tool', 'tool', 'assistant'] as const).map((role, turn) => ({
      turn,
      role,
      size: 1,
      head: '',
    }));
    const calls = ['a', 'b'].map((id) => ({ id, name: id, arguments: '{}' }));
    const tool = (turn: number, tool_call_id?: string): Window[number] => ({
      turn,
      message: { role: 'tool', content: 'r', ...(tool_call_id === undefined ? {} : { tool_call_id }) },
    });
    const assistant: Window[number] = { turn: 1, message: { role: 'assistant', content: '', tool_calls: calls } };
    const byId = new Conversation({ outline: items, window: [assistant, tool(2, 'b'), tool(3, 'a')] });
    assert.deepEqual(
      [...byId.results(1)],
      [
        ['b', 2],
        ['a', 3],
      ],
    );
    const byPlace = new Conversation({ outline: items, window: [assistant, tool(2), tool(3)] });
    assert.deepEqual(
      [...byPlace.results(1)],
      [
        ['a', 2],
        ['b', 3],
      ],
    );
    assert.equal(byPlace.callerOf(3), 1);
    const lone = new Conversation({ outline: items, window: [assistant, tool(2, 'elsewhere')] });
    assert.equal(lone.callerOf(2), undefined);
  });

  it('knows the question an answer was given to', () => {
    const items: Outline = (['system', 'user', 'assistant', 'tool', 'assistant'] as const).map((role, turn) => ({
      turn,
      role,
      size: 1,
      head: '',
    }));
    const conversation = new Conversation({ outline: items, window: [] });
    assert.equal(conversation.questionOf(4), 1);
    assert.equal(conversation.questionOf(1), undefined);
  });
});
