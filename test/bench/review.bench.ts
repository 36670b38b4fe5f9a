import { run } from '../support/editor/command.mjs';
import { benchLongTrace } from './long.bench';
import type { Print } from './main';

/** Tests that measure in the panel's own page, in the real editor, and say what they saw in lines like `key to next trace …`. */
const files = ['test/vscode/screen/fifty-verdicts.test.ts'];

/** What a reviewer waits for. Needs the packaged extension, as the editor tests do. */
export async function benchReview(traces: number, print: Print): Promise<void> {
  await benchLongTrace(print);
  const env = { ...process.env, LOOP_TRACES: String(traces) };
  const said = await run(process.execPath, ['test/support/editor/run.mjs', ...files], { env });
  for (const line of said.split('\n')) if (/, ms \w+ \/ p50 \/ p95/.test(line)) print(line.slice(6));
}
