import { after, before, describe } from 'mocha';
import { Postgres } from '../../support/postgres-db';
import { openTestStore, temporaryFolder, testClock, testIds } from '../../support/store';
import { storeContract } from './contract';
import { storeLaws } from './contract/laws';
import { purgeContract } from './contract/purge';
import { rowIdsContract } from './contract/purge-ids';
import { sharedActsContract } from './contract/purge-shared-acts';

/** The same fold and the same queries on another SQL engine: what a team that outgrows one machine would point them at. */
describe('the seam of SQL', function () {
  this.timeout(120_000);
  let postgres: Postgres | undefined;
  before(async () => {
    postgres = await Postgres.start();
  });
  after(() => postgres?.stop());

  const openDb = () => {
    if (!postgres) throw new Error('PostgreSQL is not running');
    return Promise.resolve(postgres.open());
  };
  const open = (folder: string) => openTestStore(folder, { openDb });

  purgeContract('PostgreSQL', open);
  sharedActsContract('PostgreSQL', open);
  rowIdsContract('PostgreSQL', open);
  // Each try takes seconds here, and making a counterexample smaller would take hundreds of them.
  storeLaws('PostgreSQL', { open, tries: (usual) => ({ numRuns: Math.ceil(usual / 20), endOnFailure: true }) });
  storeContract('log with PostgreSQL', () => {
    const folder = temporaryFolder();
    const clock = testClock();
    const ids = testIds(9);
    return Promise.resolve({
      open: () => openTestStore(folder.path, { clock, ids, openDb }),
      setTime: (ms) => {
        clock.time = ms;
      },
      dispose: () => {
        folder.remove();
        return Promise.resolve();
      },
    });
  });
});
