/** Screen tests: mocha here, a real editor in a real browser there. */
import Mocha from 'mocha';
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
      const runner = mocha.run((failures) => {
        const { tests = 0, passes = 0 } = runner.stats ?? {};
        resolve(judge({ tests, passes, failures }));
      });
    });
  } finally {
    await stopAll();
  }
}
