import { openTestStore, temporaryFolder, testClock, testIds } from '../../support/store';
import { storeContract } from './contract';

storeContract('log with sql.js', () => {
  const folder = temporaryFolder();
  const clock = testClock();
  const ids = testIds(7);
  return Promise.resolve({
    open: () => openTestStore(folder.path, { clock, ids }),
    setTime: (ms) => {
      clock.time = ms;
    },
    dispose: () => {
      folder.remove();
      return Promise.resolve();
    },
  });
});
