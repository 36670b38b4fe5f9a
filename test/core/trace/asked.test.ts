import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { askedAgain, type AskedMessage } from '../../../core/trace/asked';
import type { Message } from '../../../core/trace/model';

const ask = (...messages: Message[]) => askedAgain({ messages, answer_turn: -1 });

describe('what a model is asked once more', () => {
  it('is all that stands before the answer, without its reasoning', () => {
    const messages: Message[] = [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'How long?' },
      { role: 'assistant', content: 'Long.', reasoning: 'secret thoughts' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And this?' },
          { type: 'image', name: 'a.png' },
        ],
      },
      { role: 'assistant', content: 'the answer under review' },
      { role: 'user', content: 'thanks' },
    ];
    assert.deepEqual(askedAgain({ messages, answer_turn: 4 }), [
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Be short.' },
          { type: 'text', text: 'How long?' },
        ],
      },
      { role: 'assistant', parts: [{ type: 'text', text: 'Long.' }] },
      { role: 'user', parts: [{ type: 'text', text: 'And this?\n[image a.png]' }] },
    ]);
  });

  it('keeps calls and their results together', () => {
    const asked = ask(
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'find', arguments: '{"order":7}' }] },
      { role: 'tool', content: 'in Graz', tool_call_id: 'a' },
    );
    assert.deepEqual(asked.slice(1), [
      { role: 'assistant', parts: [{ type: 'call', id: 'a', name: 'find', input: { order: 7 } }] },
      { role: 'user', parts: [{ type: 'result', id: 'a', text: 'in Graz' }] },
    ]);
  });

  it('says in words what models refuse: a call without a result, arguments that are no object, a result of nothing', () => {
    const asked = ask(
      { role: 'assistant', content: '', tool_calls: [{ id: 'lost', name: 'find', arguments: '{}' }] },
      { role: 'assistant', content: '', tool_calls: [{ id: 'odd', name: 'find', arguments: 'order 7' }] },
      { role: 'tool', content: 'in Graz', tool_call_id: 'odd' },
      { role: 'tool', content: 'in Linz', tool_call_id: 'nobody' },
    );
    assert.deepEqual(asked, [
      {
        role: 'assistant',
        parts: [
          { type: 'text', text: 'find {}' },
          { type: 'text', text: 'find order 7' },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'in Graz' },
          { type: 'text', text: 'in Linz' },
        ],
      },
    ]);
  });

  it('always alternates, and each call has one result after it', () => {
    const id = fc.constantFrom('a', 'b');
    const message: fc.Arbitrary<Message> = fc.oneof(
      fc.record({ role: fc.constantFrom('system' as const, 'developer' as const, 'user' as const), content: fc.string() }),
      fc.record({
        role: fc.constant('assistant' as const),
        content: fc.string(),
        tool_calls: fc.array(fc.record({ id, name: fc.string(), arguments: fc.constantFrom('{}', '[]', 'x') }), { maxLength: 3 }),
      }),
      fc.record({ role: fc.constant('tool' as const), content: fc.string(), tool_call_id: id }),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const asked = ask(...messages);
        asked.forEach(({ role, parts }, at) => {
          assert.notEqual(role, asked[at - 1]?.role);
          assert.ok(parts.length > 0);
        });
        const open = new Set<string>();
        for (const part of asked.flatMap<AskedMessage['parts'][number]>(({ parts }) => parts)) {
          if (part.type === 'call') {
            assert.ok(!open.has(part.id));
            open.add(part.id);
          } else if (part.type === 'result') assert.ok(open.delete(part.id));
        }
        assert.equal(open.size, 0);
      }),
    );
  });
});
