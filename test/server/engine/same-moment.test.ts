import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('acts of one moment', () => {
  let w: Workspace;
  beforeEach(async () => {
    w = await makeWorkspace();
  });
  afterEach(() => w.dispose());

  it('are all there, also beside those that are several events', async () => {
    const [trace = ''] = await importRows(w, [chat('r1', 'Is it in stock?', 'Yes.')]);
    const rounds = Array.from({ length: 30 }, (_, n) => n);
    await Promise.all(
      rounds.flatMap((n) => [
        w.call('label.add', { traces: [trace], labels: [`a${n}`, `b${n}`], parent: `above${n}` }),
        w.call('feedback.note', { trace, text: `Note ${n}.` }),
      ]),
    );
    const { signals, labels } = await w.call('trace.show', { trace });
    assert.deepEqual(signals.map(({ reason }) => reason).sort(), rounds.map((n) => `Note ${n}.`).sort());
    assert.equal(labels.length, 2 * rounds.length);
  });
});
