import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The name of this computer. */
export function hostName(): string {
  return os.hostname();
}

/** Something that differs after every start of the machine. It can differ without one, too. */
export function bootId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // Elsewhere the time of the start, to the minute: a clock that is set shifts it.
    return String(Math.round((Date.now() / 1000 - os.uptime()) / 60));
  }
}

/** Whether a boot id is that of this start: a time of start may be rounded either way. */
export function isThisBoot(boot: string): boolean {
  const own = bootId();
  return boot === own || Math.abs(Number(boot) - Number(own)) <= 1;
}

/** False for an address on another computer, which a lease from there could name. */
export function isLocal(address: string): boolean {
  return process.platform === 'win32' ? address.startsWith('\\\\.\\pipe\\') : path.isAbsolute(address);
}

/**
 * A fresh socket address for a store: its name tells the store's real path apart, and is short (longer paths than about
 * 100 bytes are silently cut by the system). The folder belongs to this user alone.
 */
export function socketAddress(root: string): string {
  const store = createHash('sha256').update(fs.realpathSync(root)).digest('hex').slice(0, 16);
  const name = `loop-${store}-${randomBytes(4).toString('hex')}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  return path.join(socketFolder(), `${name}.sock`);
}

function socketFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const candidates = [
    ...(runtime ? [path.join(runtime, 'conscious-loop')] : []),
    path.join(os.tmpdir(), `conscious-loop-${userId()}`),
  ];
  for (const folder of candidates) {
    if (isPrivate(folder)) return folder;
  }
  return fs.mkdtempSync(path.join(os.tmpdir(), 'loop-'));
}

function isPrivate(folder: string): boolean {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, mode } = fs.lstatSync(folder);
    return (process.getuid === undefined || uid === process.getuid()) && (mode & 0o077) === 0 && folder.length < 60;
  } catch {
    return false;
  }
}

function userId(): string {
  return String(process.getuid?.() ?? os.userInfo().username);
}
