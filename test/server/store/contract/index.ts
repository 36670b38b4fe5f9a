import { afterEach, beforeEach, describe } from 'mocha';
import { actsContract } from './acts';
import { Fixture, type StoreHarness } from './fixture';
import { importsContract } from './imports';
import { labelsContract } from './labels';
import { queuesContract } from './queues';
import { recordsContract } from './records';
import { tracesContract } from './traces';

/** What every implementation of `Store` must do. */
export function storeContract(name: string, make: () => Promise<StoreHarness>): void {
  describe(`${name}: store contract`, function () {
    this.timeout(30_000);
    const fixture = new Fixture(make);
    beforeEach(() => fixture.begin());
    afterEach(() => fixture.end());
    for (const part of [tracesContract, importsContract, actsContract, labelsContract, queuesContract, recordsContract])
      part(fixture);
  });
}
