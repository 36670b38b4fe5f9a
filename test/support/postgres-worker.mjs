// PostgreSQL (PGlite, in this thread), answering one request at a time to a thread that sleeps until the answer is there.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';

const { port, bell } = workerData;
// Counts and keys of the index stay below 2^53.
const asNumber = (text) => Number(text);
const database = await PGlite.create({ parsers: { [types.INT8]: asNumber, [types.NUMERIC]: asNumber } });

async function answer({ sql, params }) {
  try {
    if (params === undefined) return { results: (await database.exec(sql, { rowMode: 'array' })).map(({ rows }) => rows) };
    return { results: [(await database.query(sql, params, { rowMode: 'array' })).rows] };
  } catch (error) {
    return { error: `${error.message}\n${sql}` };
  }
}

port.on('message', async (request) => {
  port.postMessage(await answer(request));
  Atomics.store(bell, 0, 1);
  Atomics.notify(bell, 0);
});
parentPort.postMessage('ready');
