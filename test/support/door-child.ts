/**
 * A process that opens the engine of a store on a computer of its own: says `open` or `attached`, or the problem's code.
 * Each line `<trace> <text>` is a note to make; it says `ok` once it is acknowledged. It closes when its input ends.
 */
import fs from 'node:fs';
import readline from 'node:readline';
import { Problem } from '../../core/lib/problem';
import { openEngine, type OpenOptions } from '../../server/engine/open';
import { moveTo, type OtherComputer } from './other-computer';

const say = (text: string) => fs.writeSync(1, `${text}\n`);
const codeOf = (error: unknown) => (error instanceof Problem ? error.code : String(error));

async function main(): Promise<void> {
  const [options = '{}'] = process.argv.slice(2);
  const { computer, ...open } = JSON.parse(options) as OpenOptions & { computer: OtherComputer };
  moveTo(computer);
  let state = '';
  const engine = await openEngine({ ...open, onStatus: (now) => (state = now) });
  say(state);
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [trace = '', text = ''] = line.split(' ');
    say(
      await engine.call('feedback.note', { trace, text }).then(
        () => 'ok',
        (error: unknown) => codeOf(error),
      ),
    );
  }
  await engine.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    say(codeOf(error));
    process.exit(0);
  },
);
