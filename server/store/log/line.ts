import { crc32 } from 'node:zlib';

/**
 * One line of a segment: `{"c":"<crc32>","h":{header},"t":{body}}`. The prefix has always 16 bytes; the checksum is
 * over everything after it. `},"t":` cannot occur inside a JSON string (its quotes would be escaped), and no header
 * has an object before a member `t`, so the header can be cut out without parsing the body.
 */
export const prefixLength = 16;

const opening = Buffer.from('{"c":"');
const prefix = Buffer.from('{"c":"00000000",');
const border = Buffer.from('},"t":');
const previewOpening = Buffer.from(',"preview":"');
const quote = 34;
const scrubbedOpening = Buffer.from('{"v":1,"scrubbed":');
const scrubbedText = '{"v":1,"scrubbed":1}';
const lineEnd = 10;
const space = 32;

const largestKept = 1 << 20;
/** No id has one. */
const blot = '0';
const braceClosing = 125;
/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const widest = 3;

/** Lines are put together here and then copied: measuring a text before writing it would be a second pass over it. */
let scratch = Buffer.allocUnsafeSlow(1 << 16);

/** At most so many bytes are needed for a line. */
export function roomFor(header: string, body: string): number {
  return (header.length + body.length) * widest + 64;
}

/** Writes a line, its line end included, and says where it ends. Both texts are JSON without line breaks. */
export function writeLine(target: Buffer, start: number, header: string, body: string): number {
  const after = start + prefixLength;
  let end = after + target.write(`"h":${header},"t":`, after);
  end += target.write(body, end);
  target[end++] = braceClosing;
  target[end++] = lineEnd;
  writePrefix(target, start, crc32(target.subarray(after, end - 1)));
  return end;
}

/** Byte by byte: for sixteen of them that is quicker than to make a text and write it. */
function writePrefix(target: Buffer, start: number, crc: number): void {
  target.set(prefix, start);
  writeDigits(target, start + opening.length, crc);
}

function writeDigits(target: Buffer, start: number, crc: number): void {
  for (let at = start, shift = 28; shift >= 0; shift -= 4) {
    const digit = (crc >>> shift) & 15;
    target[at++] = digit < 10 ? 48 + digit : 87 + digit;
  }
}

/** The bytes of a line, its line end included. Both arguments are JSON text without line breaks. */
export function encodeLine(header: string, body: string): Buffer {
  const room = roomFor(header, body);
  if (room > scratch.length) scratch = Buffer.allocUnsafeSlow(room);
  const line = Buffer.from(scratch.subarray(0, writeLine(scratch, 0, header, body)));
  // One huge conversation must not keep its room for ever.
  if (scratch.length > largestKept) scratch = Buffer.allocUnsafeSlow(1 << 16);
  return line;
}

/** The line with these JSON strings blotted out: as long as it was, whole, and the same whoever does it. */
export function blotted(line: Buffer, texts: readonly string[]): Buffer {
  const copy = Buffer.from(line);
  for (const text of texts) {
    const quoted = Buffer.from(JSON.stringify(text));
    for (let at = copy.indexOf(quoted, prefixLength); at >= 0; at = copy.indexOf(quoted, at + quoted.length)) {
      copy.fill(blot, at + 1, at + quoted.length - 1);
    }
  }
  writeDigits(copy, opening.length, crc32(copy.subarray(prefixLength)));
  return copy;
}

/** Where the ids are that may be blotted out; inside a JSON string its quotes would be escaped. */
const idList = /"traces":\[([^\]]*)\]/;
const idText = /"([a-z2-70]{26})"/g;

/**
 * What a blotting that a power cut interrupted was to make of a line, without its end: letters and blots stand side by
 * side, under the checksum of before or after. Undefined when it is none of these.
 */
export function blottedAnew(line: Buffer, isGone: (id: string) => boolean): Buffer | undefined {
  const list = idList.exec(line.toString('latin1'))?.[1] ?? '';
  const ids = Array.from(list.matchAll(idText), ([, id = '']) => id);
  const begun = ids.filter((id) => id.includes(blot));
  const whole = blotted(line, [...begun, ...ids.filter((id) => !id.includes(blot) && isGone(id))]);
  return (begun.length > 0 || isBetween(line, whole)) && isIntact(whole) && isJson(whole) ? whole : undefined;
}

/** Whether the checksum of a line is its own, another one's, or of each a part. */
function isBetween(line: Buffer, other: Buffer): boolean {
  const own = Buffer.alloc(8);
  writeDigits(own, 0, crc32(line.subarray(prefixLength)));
  return own.every((digit, i) => [digit, other[opening.length + i]].includes(line[opening.length + i]));
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Whether nothing but blots is left of a text. */
export function isBlotted(text: string): boolean {
  return text.length > 0 && text === blot.repeat(text.length);
}

/** What the line that is looked at should begin with. */
const expected = Buffer.from(prefix);

/** Whether these bytes (without a line end) are a whole line. Asked of every line of a log: so byte by byte, too. */
export function isIntact(line: Buffer): boolean {
  if (line.length <= prefixLength) return false;
  writeDigits(expected, opening.length, crc32(line.subarray(prefixLength)));
  for (let at = 0; at < prefixLength; at++) if (line[at] !== expected[at]) return false;
  return true;
}

/** The header's JSON text; undefined when these bytes do not reach the end of it. */
export function headerText(line: Buffer): string | undefined {
  const end = line.indexOf(border, prefixLength);
  return end < 0 ? undefined : line.toString('utf8', prefixLength + 4, end + 1);
}

/**
 * The same without its preview, which is half of it and stands at its end. Whole where it does not, as in lines of other
 * versions: the members in front of it are looked at by name.
 */
export function headerTextBare(line: Buffer): string | undefined {
  const end = line.indexOf(border, prefixLength);
  const start = end < 0 ? -1 : line.indexOf(previewOpening, prefixLength);
  // With no quote before its last byte, what begins there is the last member, and not one of an object inside.
  const isLast = start >= 0 && start < end && line.indexOf(quote, start + previewOpening.length) === end - 1;
  return isLast ? `${line.toString('utf8', prefixLength + 4, start)}}` : headerText(line);
}

/** The body's JSON text of a whole line. */
export function bodyText(line: Buffer): string {
  const start = line.indexOf(border, prefixLength) + border.length;
  return line.toString('utf8', start, line.length - (line[line.length - 1] === lineEnd ? 2 : 1));
}

/**
 * What is left of a purged line: as long as it was, and the same bytes whoever purged it, so that two clones that delete
 * the same conversation have nothing to merge. Which purge it was is told by the holes of its tombstone.
 */
export function scrubbedLine(length: number): Buffer {
  const line = Buffer.alloc(length, space);
  // A line that is too short becomes blanks; a blank line is skipped like a scrubbed one.
  if (scrubbedText.length < length) line.write(scrubbedText, 0, 'latin1');
  line[length - 1] = lineEnd;
  return line;
}

/** To its end: a power cut in the middle leaves the rest of what was to go. */
export function isScrubbed(line: Buffer): boolean {
  const end = startsWith(line, scrubbedOpening) ? line.indexOf(braceClosing) : -1;
  return line.subarray(end + 1).every((byte) => byte === space);
}

/** Whether a line begins so, a scrubbed one, or one of which a power cut left the beginning of neither whole. */
export function beginsLine(bytes: Buffer): boolean {
  return opening.every((byte, i) => bytes[i] === byte || bytes[i] === scrubbedOpening[i]);
}

export interface Seal {
  /** Number of lines before the seal. */
  readonly lines: number;
  /** Number of bytes before the seal. */
  readonly bytes: number;
}

/** The last line of a finished segment: says that no line is missing before it. */
export function sealLine(seal: Seal): Buffer {
  return encodeLine(JSON.stringify({ seal: 1, ...seal }), '{}');
}

const sealOpening = Buffer.from('"h":{"seal":1');

/** Whether a whole line is a seal, and what it says. */
export function readSeal(line: Buffer): Seal | undefined {
  const isSeal = line.compare(sealOpening, 0, sealOpening.length, prefixLength, prefixLength + sealOpening.length) === 0;
  return isSeal ? (JSON.parse(headerText(line) ?? '{}') as Seal) : undefined;
}

function startsWith(bytes: Buffer, beginning: Buffer): boolean {
  return bytes.length >= beginning.length && bytes.compare(beginning, 0, beginning.length, 0, beginning.length) === 0;
}
