import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { suggestReadings } from '../../../core/import/suggest';

describe('what columns seem to hold', () => {
  it('goes by the last word of a name', () => {
    assert.deepEqual(suggestReadings(['ticket_id', 'asked_at', 'customer_question', 'agent_reply', 'good']), {
      ticket_id: 'id',
      asked_at: 'captured_at',
      customer_question: 'prompt',
      agent_reply: 'completion',
      good: 'label',
    });
    assert.deepEqual(suggestReadings(['customerQuestion', 'Expected']), { customerQuestion: 'prompt', Expected: 'reference' });
  });

  it('gives each field to one column', () => {
    assert.deepEqual(suggestReadings(['question', 'first question', 'answer']), { question: 'prompt', answer: 'completion' });
  });

  it('says nothing when no question or no answer is called so', () => {
    for (const names of [['vraag', 'antwoord'], ['question', 'id'], ['answer'], []]) assert.deepEqual(suggestReadings(names), {});
  });
});
