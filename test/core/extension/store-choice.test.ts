import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import { chooseStore, type StoreWorld } from '../../../extension/store/choice';

const base = path.resolve('/w');
const at = (...parts: string[]) => path.join(base, ...parts);

function world(given: Partial<StoreWorld> & { stores?: readonly string[] }): StoreWorld {
  const { stores = [], ...rest } = given;
  return {
    setting: '',
    folders: [],
    home: at('home'),
    storage: at('storage'),
    remembered: undefined,
    hasStore: (folder) => Promise.resolve(stores.includes(folder)),
    ask: () => Promise.reject(new Error('should not be asked')),
    ...rest,
  };
}

describe('which store a window uses', () => {
  it('is the one of the setting, whatever else is there', async () => {
    const choice = await chooseStore(world({ setting: ' ~/team/.loop ', folders: [at('a')], stores: [at('a')] }));
    assert.deepEqual(choice, { path: at('home', 'team', '.loop'), reason: 'setting' });
  });

  it('takes a relative setting from the first folder', async () => {
    assert.equal(
      (await chooseStore(world({ setting: 'data/.loop', folders: [at('a'), at('b')] }))).path,
      at('a', 'data', '.loop'),
    );
  });

  it('is the only one there', async () => {
    const choice = await chooseStore(world({ folders: [at('a'), at('b')], stores: [at('b')] }));
    assert.deepEqual(choice, { path: at('b', '.loop'), reason: 'only_store' });
  });

  it('is in the only folder when none is there yet', async () => {
    assert.deepEqual(await chooseStore(world({ folders: [at('a')] })), { path: at('a', '.loop'), reason: 'only_folder' });
  });

  it('is asked for among several folders, only among those with a store if there are', async () => {
    const asked: (readonly string[])[] = [];
    const ask = (folders: readonly string[]) => {
      asked.push(folders);
      return Promise.resolve(folders[1]);
    };
    const folders = [at('a'), at('b'), at('c')];
    assert.equal((await chooseStore(world({ folders, ask }))).path, at('b', '.loop'));
    const choice = await chooseStore(world({ folders, stores: [at('a'), at('c')], ask }));
    assert.deepEqual(choice, { path: at('c', '.loop'), reason: 'chosen' });
    assert.deepEqual(asked, [folders, [at('a'), at('c')]]);
  });

  it('is not asked for twice', async () => {
    const folders = [at('a'), at('b')];
    assert.equal((await chooseStore(world({ folders, remembered: at('a') }))).path, at('a', '.loop'));
    assert.equal((await chooseStore(world({ folders, remembered: '' }))).reason, 'extension_storage');
  });

  it('asks again when the remembered folder is gone', async () => {
    const ask = () => Promise.resolve(at('c'));
    assert.equal((await chooseStore(world({ folders: [at('b'), at('c')], remembered: at('a'), ask }))).path, at('c', '.loop'));
  });

  it('is the extension’s own without a folder, or when the question is closed', async () => {
    const own = { path: at('storage', '.loop'), reason: 'extension_storage' };
    assert.deepEqual(await chooseStore(world({})), own);
    assert.deepEqual(await chooseStore(world({ folders: [at('a'), at('b')], ask: () => Promise.resolve(undefined) })), own);
  });
});
