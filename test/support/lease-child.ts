/** A process that wants a store: says `owner` or `attached`, then waits for its input to end. */
import fs from 'node:fs';
import { acquireLease } from '../../server/store';

async function main(): Promise<void> {
  const [root = ''] = process.argv.slice(2);
  const say = (text: string) => fs.writeSync(1, `${text}\n`);
  try {
    const acquired = await acquireLease(root, { onClient: (socket) => socket.end('hello\n') });
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
