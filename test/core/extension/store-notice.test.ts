import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type { storeNotice } from '../../../extension/review/view';
import { english, loadHostModule, surface } from './fake-vscode';

describe('what the review tree says of its store', () => {
  let notice: typeof storeNotice;
  before(async () => {
    const module = (await loadHostModule('extension/review/view.ts', surface(english))) as { storeNotice: typeof storeNotice };
    notice = module.storeNotice;
  });
  const gone = (file: string) => ({ file, offset: 0, length: 0, kind: 'file_missing' as const });

  it('is nothing as long as all is well, or damage is listed elsewhere', () => {
    assert.equal(notice({ damage: [], read_only: false }), undefined);
    assert.equal(notice({ damage: [{ ...gone('log/a'), kind: 'damaged' }], read_only: false }), undefined);
  });

  it('is why nothing can be written', () => {
    assert.match(notice({ damage: [], read_only: true }) ?? '', /^This store is open for reading only/);
    assert.match(notice({ damage: [], read_only: true, disk_full: true }) ?? '', /^The disk is full: everything can be read/);
  });

  it('is which files are gone, before anything else', () => {
    const damage = ['a', 'b', 'c', 'd', 'e', 'f'].map(gone);
    const said = notice({ damage, read_only: true, disk_full: true }) ?? '';
    assert.match(said, /^Files of the store are gone, and what they held with them: a, b, c, d, e …\./);
  });
});
