// @ts-check
/**
 * Editor tests: `node test/support/editor/run.mjs [host] [screen] [harness] [path/to/one.test.ts] [--grep TITLE]`.
 * Needs a packaged extension (LOOP_VSIX, else the newest dist/*.vsix); builds nothing.
 */
import { createRequire } from 'node:module';
// From here on TypeScript can be loaded.
import 'tsx';

/** @type {typeof import('./runner')} */
const { main } = createRequire(import.meta.url)('./runner');
process.exit(
  await main(process.argv.slice(2)).catch((error) => {
    console.error(error.message);
    return 1;
  }),
);
