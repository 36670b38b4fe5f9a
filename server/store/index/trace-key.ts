import { crc32 } from 'node:zlib';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** By the letter's code; 255 is no letter of an id. */
const codes = new Uint8Array(128).fill(255);
for (let code = 0; code < alphabet.length; code++) codes[alphabet.charCodeAt(code)] = code;
const idLength = 26;
/** 26 characters of 5 bits. */
const packedLength = 17;
const textMark = 0;

/**
 * A trace id as the index keeps it: the 26 base32 characters of `core/trace/identity` as 17 bytes, any other id as its
 * UTF-8 text behind a zero byte (two when the length would be that of a packed one).
 */
export function packId(id: string): Uint8Array {
  return (id.length === idLength && packed(id)) || text(id);
}

export function unpackId(bytes: Uint8Array): string {
  if (bytes.length === packedLength) return unpacked(bytes);
  const start = bytes[1] === textMark ? 2 : 1;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.length - start).toString('utf8');
}

function packed(id: string): Uint8Array | undefined {
  const bytes = new Uint8Array(packedLength);
  let value = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < idLength; i++) {
    const code = codes[id.charCodeAt(i)] ?? 255;
    if (code === 255) return undefined;
    value = ((value << 5) | code) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = value >> bits;
  }
  bytes[at] = value << (8 - bits);
  return bytes;
}

/** All pairs of letters: ten bits at a time. */
const pairs = Array.from({ length: 1024 }, (_, n) => alphabet.charAt(n >> 5) + alphabet.charAt(n & 31));

function unpacked(bytes: Uint8Array): string {
  let id = '';
  let value = 0;
  let bits = 0;
  for (let i = 0; i < packedLength; i++) {
    value = ((value << 8) | (bytes[i] ?? 0)) & 0x3ffff;
    bits += 8;
    if (bits < 10) continue;
    bits -= 10;
    id += pairs[(value >> bits) & 1023] ?? '';
  }
  return id;
}

function text(id: string): Uint8Array {
  const bytes = Buffer.from(id, 'utf8');
  return Buffer.concat([Buffer.alloc(bytes.length + 1 === packedLength ? 2 : 1, textMark), bytes]);
}

/** 52 bits of a hexadecimal hash, as an integer that SQL and JavaScript both hold exactly. */
export function shortHash(hex: string): number {
  return Number.parseInt(hex.slice(0, 13), 16);
}

/** A line never starts beyond this offset: segments are finished at 8 MB. */
const offsets = 2 ** 23;
const writers = 2 ** 12;

/**
 * Where a trace stands among all that arrived: by segment and offset of its line, lines of different writers at the same
 * place told apart by their names. Together with the time of capture it is the key lists are ordered by; from it the
 * line is found again. An integer below 2^53.
 */
export function arrivalOf(writer: string, segment: number, offset: number): number {
  if (writer !== lastWriter) [lastWriter, lastNumber] = [writer, crc32(writer) % writers];
  return (segment * offsets + offset) * writers + lastNumber;
}

/** Of the many lines that come one after the other nearly all have one writer. */
let [lastWriter, lastNumber] = ['', 0];

export function offsetOf(arrival: number): number {
  return Math.floor(arrival / writers) % offsets;
}
