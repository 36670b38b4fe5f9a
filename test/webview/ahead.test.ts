import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { useDom } from './support/dom';
import { closeView, openScene } from './support/open';

describe('the next trace', function () {
  this.timeout(10_000);
  useDom();
  afterEach(closeView);

  it('shows the next trace before it looks at what has changed', async () => {
    const view = await openScene('refund');
    await view.until('the next to be fetched', () => view.calls('trace.open').length === 2);
    view.command('up');
    view.post({ type: 'changed', change: { all_traces: true } });
    await view.see('h1', 'Where is my parcel');
    const next = await view.until('what comes after the verdict', () => {
      const names = view.sent.map((one) => (one.type === 'call' ? String(one['method']) : one.type));
      return names[names.indexOf('feedback.up') + 1];
    });
    assert.equal(next, 'showing');
    await view.until('a look at what changed', () => view.calls('trace.open').length > 3);
  });

  it('draws the next trace while the present one is read', async () => {
    const view = await openScene('refund');
    const drawn = new Set<string>();
    // What draws Markdown, code and tables makes elements by this; templates do not.
    const create: (name: string) => unknown = Reflect.get(document, 'createElement').bind(document);
    await view.until('the next to be drawn ahead', () => view.calls('trace.open').length === 2 && view.panel?.ahead?.shown);
    Object.assign(document, {
      createElement: (name: string) => {
        drawn.add(name);
        return create(name);
      },
    });
    try {
      view.command('up');
      await view.see('.turn.under-review', 'has been cancelled');
      assert.deepEqual(
        ['table', 'pre', 'details'].filter((name) => drawn.has(name)),
        [],
      );
    } finally {
      Reflect.deleteProperty(document, 'createElement');
    }
  });
});
