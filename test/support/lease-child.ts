/** A process that wants a store: says `owner` or `attached`, and `lost` when it is, then waits for its input to end. */
import fs from 'node:fs';
import { acquireLease } from '../../server/store';
import { moveTo, type OtherComputer } from './other-computer';

async function main(): Promise<void> {
  const [root = '', options = '{}'] = process.argv.slice(2);
  const { heartbeat, ...computer } = JSON.parse(options) as OtherComputer & { heartbeat?: number };
  moveTo(computer);
  const say = (text: string) => fs.writeSync(1, `${text}\n`);
  try {
    const acquired = await acquireLease(root, {
      heartbeat,
      onClient: (socket) => socket.end('hello\n'),
      onLost: () => say('lost'),
    });
    say(acquired.kind);
    process.stdin.resume();
    process.stdin.on('end', () => {
      if (acquired.kind === 'owner') void acquired.lease.release().then(() => process.exit(0));
      else process.exit(0);
    });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

void main();
