/** Runs mocha inside the extension host. Bundled with the test files; the editor calls the bundle's `run`. */
import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import type { Outcome } from './outcome';
import { REPORT } from './report';
import { stackMapper } from './stack';

/**
 * Loads the test files with `load`, runs them, and rejects if any failed or none ran.
 * LOOP_HOST_GREP narrows, LOOP_HOST_RESULT names a file for the numbers.
 */
export async function runSuite(bundle: string, load: () => void): Promise<void> {
  const say = (...args: unknown[]): void => console.log(REPORT + format(...args));
  const result = await runMocha(bundle, load, say).catch((error: unknown) => {
    say('The test files could not be loaded: %s', error instanceof Error ? stackMapper(bundle)(error.stack ?? '') : error);
    throw error;
  });
  const file = process.env['LOOP_HOST_RESULT'];
  if (file) writeFileSync(file, JSON.stringify(result));
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.tests} host tests failed.`);
  if (result.tests === 0) throw new Error('No host test ran.');
}

async function runMocha(bundle: string, load: () => void, say: (...args: unknown[]) => void): Promise<Omit<Outcome, 'problem'>> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, reporter: 'spec', color: false, forbidOnly: true, forbidPending: true });
  const grep = process.env['LOOP_HOST_GREP'];
  if (grep) mocha.grep(grep);
  Mocha.reporters.Base.consoleLog = say;
  // What mocha does around each file it loads: it gives `describe` and `it` their meaning.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  load();
  const mapped = stackMapper(bundle);
  return new Promise((resolve) => {
    const runner = mocha.run((failures) => {
      const { tests = 0, passes = 0 } = runner.stats ?? {};
      resolve({ tests, passes, failures });
    });
    runner.prependListener('fail', (_test: unknown, error: Error) => {
      if (error.stack) error.stack = mapped(error.stack);
    });
  });
}
