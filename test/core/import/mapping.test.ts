import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { applyMapping, checkMapping, mappable, MappedColumns, readsAs } from '../../../core/import/mapping';
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
    for (const [field, column, code] of [
      ['question', 'column', 'mapping_field_unknown'],
      ['', 'column', 'mapping_field_unknown'],
      ['attribute:', 'column', 'attribute_invalid'],
      ['attribute:__proto__', 'column', 'attribute_invalid'],
      ['prompt', '', 'mapping_invalid'],
    ] as const) {
      assert.throws(
        () => checkMapping({ [field]: column }),
        (error: unknown) => error instanceof Problem && error.code === code,
      );
    }
  });

  it('names a column that is in no row, and the columns there are', () => {
    const columns = new MappedColumns({ prompt: 'question', completion: 'a.b', model: 'nothere' });
    assert.doesNotThrow(() => columns.check('x.csv'), 'no rows say nothing about columns');
    columns.look({ question: 'Q' });
    columns.look({ a: { b: 'A' } });
    assert.throws(
      () => columns.check('x.csv'),
      (error: unknown) => {
        assert.ok(error instanceof Problem);
        assert.equal(error.message, 'There is no column nothere for model in x.csv. The columns there are: question, a.');
        return true;
      },
    );
    columns.look({ nothere: null });
    assert.doesNotThrow(() => columns.check('x.csv'));
  });

  it('says what a field is read as', () => {
    assert.equal(readsAs('instruction'), 'prompt');
    assert.equal(readsAs('question'), undefined);
  });
});
