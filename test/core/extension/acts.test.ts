import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { rememberActs } from '../../../extension/engine/acts';
import { fakeEngine } from './fake-engine';

/** A window over a log that knows which acts stand and which were taken back. */
function window(gone: ReadonlySet<string> = new Set()) {
  let n = 0;
  const taken: string[] = [];
  const engine = fakeEngine({
    'feedback.up': (_params, { act_id = '' }) => ({ act_id, state: 'reviewed' }),
    'label.add': () => ({ labels: [], attributes: {} }),
    'trace.count': () => ({ count: 0 }),
    'feedback.undo': ({ act = '' }) => {
      if (gone.has(act)) throw new Problem('act_not_found', { id: act });
      taken.push(act);
      return { act_id: `u-${act}`, retracted: act };
    },
    'feedback.redo': () => {
      const restored = taken.pop();
      if (restored === undefined) throw new Problem('nothing_to_redo');
      return { act_id: `r-${restored}`, restored };
    },
  });
  return { ...rememberActs(engine, () => `a${++n}`), asked: engine.asked };
}

const up = (trace: string) => ['feedback.up', { trace }] as const;

describe('undo of a window', () => {
  it('names the newest act of this window, then the one before', async () => {
    const { engine } = window();
    await engine.call(...up('t1'));
    await engine.call(...up('t2'));
    assert.equal((await engine.call('feedback.undo', {})).retracted, 'a2');
    assert.equal((await engine.call('feedback.undo', {})).retracted, 'a1');
  });

  it('has nothing to take back in a window that did nothing', async () => {
    const { engine, asked } = window();
    await assert.rejects(engine.call('feedback.undo', {}), { code: 'nothing_to_undo' });
    assert.equal(asked.length, 0);
  });

  it('leaves an act alone that the engine refused', async () => {
    const { engine } = window();
    await assert.rejects(engine.call('feedback.down', { trace: 't1' }));
    await assert.rejects(engine.call('feedback.undo', {}), { code: 'nothing_to_undo' });
  });

  it('passes a named act on as it is', async () => {
    const { engine, asked } = window();
    await engine.call('feedback.undo', { act: 'x' });
    assert.deepEqual(asked.at(-1)?.params, { act: 'x' });
  });

  it('takes back together what was done together, and restores it in order', async () => {
    const { engine, acts, asked } = window();
    await acts.together(async (all) => {
      await all.call(...up('t1'));
      await all.call(...up('t2'));
    });
    await engine.call('label.add', { traces: ['t1'], labels: ['x'] });
    assert.deepEqual(acts.count, { undo: 2, redo: 0 });
    await engine.call('feedback.undo', {});
    await engine.call('feedback.undo', {});
    const undone = asked.filter(({ method }) => method === 'feedback.undo').map(({ params }) => params);
    assert.deepEqual(undone, [{ act: 'a3' }, { act: 'a2' }, { act: 'a1' }]);
    assert.equal((await engine.call('feedback.redo', {})).restored, 'a2');
    assert.deepEqual(acts.count, { undo: 1, redo: 1 });
  });

  it('forgets what could be done again once something new is done', async () => {
    const { engine } = window();
    await engine.call(...up('t1'));
    await engine.call('feedback.undo', {});
    await engine.call(...up('t2'));
    await assert.rejects(engine.call('feedback.redo', {}), { code: 'nothing_to_redo' });
  });

  it('passes over acts of traces that were deleted', async () => {
    const { engine } = window(new Set(['a2']));
    await engine.call(...up('t1'));
    await engine.call(...up('t2'));
    assert.equal((await engine.call('feedback.undo', {})).retracted, 'a1');
  });

  it('gives every act its id and reading none', async () => {
    const { engine, asked } = window();
    await engine.call(...up('t1'));
    await engine.call('trace.count', { slice: {} });
    assert.deepEqual(
      asked.map(({ call }) => call.act_id),
      ['a1', undefined],
    );
  });
});
