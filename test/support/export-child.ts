/** A process that exports a dataset and kills itself when it comes to a fail point for the nth time from then on. */
import path from 'node:path';
import { openEngine } from '../../server/engine/open';

async function main(): Promise<void> {
  const [folder = '', act_id = '', point = '', time = '1'] = process.argv.slice(2);
  let exporting = false;
  let left = Number(time);
  const engine = await openEngine({
    store: path.join(folder, '.loop'),
    reviewer: 'ana',
    faults: (at) => {
      if (exporting && at === point && --left === 0) process.kill(process.pid, 'SIGKILL');
    },
  });
  exporting = true;
  await engine.call('export.run', { dataset: 'sft', target: 'trl', folder: path.join(folder, 'out') }, { act_id });
  await engine.close();
}

void main();
