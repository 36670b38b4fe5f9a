import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { describe, it } from 'mocha';
import { Output } from '../../../server/cli/output';

describe('standard output', () => {
  it('waits for a slow reader, however often, and leaves nothing hanging on the stream', async () => {
    const read: string[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        read.push(chunk.toString());
        setImmediate(done);
      },
    });
    const output = new Output(slow);
    const listeners = () => ['error', 'close', 'drain'].map((event) => slow.listenerCount(event));
    const before = listeners();
    for (let n = 0; n < 50; n++) assert.equal(await output.row(String(n)), true);
    await output.finished();
    assert.deepEqual(listeners(), before);
    assert.equal(read.join(''), Array.from({ length: 50 }, (_, n) => `${n}\n`).join(''));
  });

  it('stops when nobody reads any more', async () => {
    const closed = new Writable({ highWaterMark: 1, write: () => undefined });
    const output = new Output(closed);
    const waiting = output.row('one');
    closed.destroy(Object.assign(new Error('closed'), { code: 'EPIPE' }));
    assert.equal(await waiting, false);
    await output.finished();
  });
});
