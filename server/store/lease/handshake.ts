import fs from 'node:fs';
import net from 'node:net';
import { codeOf } from '../disk/errors';
import { isLocal } from './place';

/** How long an owner may take to echo the nonce, in milliseconds: it may be busy for a moment. */
const patience = 15_000;
const longestLine = 1000;

/** The caller says `loop <nonce>`, the owner answers the same line. What follows belongs to whoever uses the connection. */
function greeting(nonce: string): string {
  return `loop ${nonce}\n`;
}

/** Listens for callers; one that names the nonce is answered and handed over, any other is cut off. */
export function listen(address: string, nonce: string, onClient: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    readLine(socket).then(
      (line) => {
        if (line !== greeting(nonce)) return void socket.destroy();
        socket.write(greeting(nonce));
        onClient(socket);
      },
      () => socket.destroy(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      // The lease keeps nobody alive who has nothing else to do.
      server.unref();
      if (process.platform !== 'win32') fs.chmodSync(address, 0o700);
      resolve(server);
    });
  });
}

/** A socket is no file of the store, and nothing of it has to last: it goes past the disk. */
export function closeServer(server: net.Server, address: string): void {
  server.close();
  if (process.platform !== 'win32') fs.rmSync(address, { force: true });
}

/**
 * What came of calling an owner: it answered; it is there and does not answer (`silent`); nobody listens at the address
 * (`dead`); there is no such address (`gone`); or it cannot be told (`unreachable`: not ours to use, too many callers, hung up).
 */
export type Called =
  { readonly kind: 'alive'; readonly socket: net.Socket } | { readonly kind: 'silent' | 'dead' | 'gone' | 'unreachable' };

const refusals: Readonly<Record<string, 'dead' | 'gone'>> = { ECONNREFUSED: 'dead', ENOENT: 'gone', ENOTDIR: 'gone' };

export async function call(address: string, nonce: string): Promise<Called> {
  if (!isLocal(address)) return { kind: 'gone' };
  const socket = net.connect(address);
  try {
    await connected(socket);
  } catch (error) {
    socket.destroy();
    return { kind: refusals[codeOf(error) ?? ''] ?? 'unreachable' };
  }
  socket.on('error', () => socket.destroy());
  socket.write(greeting(nonce));
  try {
    if ((await readLine(socket)) === greeting(nonce)) return { kind: 'alive', socket };
  } catch {
    // It hung up, or took too long: both are told apart below by who is left.
  }
  const hungUp = socket.readableEnded || socket.destroyed;
  socket.destroy();
  return { kind: hungUp ? 'unreachable' : 'silent' };
}

function connected(socket: net.Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
}

/** The first line, its line end included; what was read beyond it is put back. */
function readLine(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = Buffer.alloc(0);
    const timer = setTimeout(() => finish(() => reject(new Error('no answer'))), patience);
    const finish = (then: () => void) => {
      clearTimeout(timer);
      socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      socket.pause();
      then();
    };
    const onData = (bytes: Buffer) => {
      text = Buffer.concat([text, bytes]);
      const end = text.indexOf(10) + 1;
      if (end === 0 && text.length < longestLine) return;
      finish(() => {
        if (end < text.length) socket.unshift(text.subarray(end));
        resolve(text.toString('latin1', 0, end));
      });
    };
    const onEnd = () => finish(() => reject(new Error('hung up')));
    socket.on('data', onData).on('end', onEnd).on('close', onEnd);
  });
}
