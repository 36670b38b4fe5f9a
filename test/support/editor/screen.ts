/** Screen tests: mocha here, a real editor in a real browser there. */
import Mocha from 'mocha';
import { closeBrowser } from './open';
import { judge, type Outcome } from './outcome';
import { stopAll } from './server.mjs';

export interface ScreenOptions {
  readonly files: readonly string[];
  /** Only tests whose full title matches. */
  readonly grep?: string | undefined;
}

/** Runs the files one after another in this process and stops every server they have started. */
export async function runScreenTests(options: ScreenOptions): Promise<Outcome> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter: 'spec', forbidOnly: true, forbidPending: true });
  if (options.grep) mocha.grep(options.grep);
  for (const file of options.files) mocha.addFile(file);
  try {
    await mocha.loadFilesAsync();
    return await new Promise<Outcome>((resolve) => {
      const times = new Map<Mocha.Suite, number>();
      const failed = new Set<string>();
      const runner = mocha.run((failures) => {
        const { tests = 0, passes = 0 } = runner.stats ?? {};
        console.log(timesText(times));
        resolve({ ...judge({ tests, passes, failures }), failed: [...failed] });
      });
      runner.on('fail', ({ file }) => file && failed.add(file));
      runner.on('suite', (suite) => times.set(suite, Date.now()));
      runner.on('suite end', (suite) => times.set(suite, Date.now() - (times.get(suite) ?? 0)));
    });
  } finally {
    // So that the same files can be run again.
    mocha.unloadFiles();
    await closeBrowser();
    await stopAll();
  }
}

/** How long each describe took, opening its editor included, which no test's own time shows; the longest first. */
function timesText(times: ReadonlyMap<Mocha.Suite, number>): string {
  const own = [...times].filter(([suite]) => suite.parent?.root === true).sort(([, a], [, b]) => b - a);
  return own.map(([suite, time]) => `  ${(time / 1000).toFixed(1).padStart(6)} s  ${suite.title}`).join('\n');
}
