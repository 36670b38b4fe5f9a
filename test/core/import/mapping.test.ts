import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { applyMapping, checkMapping, mappable, readsAs } from '../../../core/import/mapping';
import { Problem } from '../../../core/lib/problem';

describe('mapping columns', () => {
  it('fills our fields and leaves the rest beside', () => {
    const row = applyMapping(
      { q: 'Q', a: 'A', id: 3, lang: 'en' },
      { prompt: 'q', completion: 'a', 'attribute:language': 'lang' },
    );
    assert.deepEqual(row, { id: 3, prompt: 'Q', completion: 'A', attributes: { language: 'en' } });
  });

  it('lets the row’s own fields of that kind stand back', () => {
    const row = applyMapping({ prompt: 'not this', messages: [], text: 'that', id: 1 }, { prompt: 'text' });
    assert.deepEqual(row, { id: 1, prompt: 'that' });
  });

  it('follows paths, with a whole name before a path', () => {
    assert.deepEqual(applyMapping({ x: [{ y: 'deep' }] }, { prompt: 'x.0.y' }), { x: [{ y: 'deep' }], prompt: 'deep' });
    assert.deepEqual(applyMapping({ 'x.y': 'whole', x: { y: 'path' } }, { prompt: 'x.y' }), {
      x: { y: 'path' },
      prompt: 'whole',
    });
    assert.deepEqual(applyMapping({ x: {} }, { prompt: 'x.constructor.name' }), { x: {} });
  });

  it('refuses fields that are not ours', () => {
    for (const field of mappable) assert.doesNotThrow(() => checkMapping({ [field]: 'column' }));
    assert.doesNotThrow(() => checkMapping({ 'attribute:topic': 'column' }));
    for (const field of ['question', 'attribute:', '']) {
      assert.throws(
        () => checkMapping({ [field]: 'column' }),
        (error: unknown) => error instanceof Problem && error.code === 'mapping_invalid',
      );
    }
  });

  it('says what a field is read as', () => {
    assert.equal(readsAs('instruction'), 'prompt');
    assert.equal(readsAs('question'), undefined);
  });
});
