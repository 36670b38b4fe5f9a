import type { Hasher } from '../ports';

/** What may decide a trace's identity within its source, strongest first (LOOP §1). */
export interface Identity {
  readonly request_id?: string | undefined;
  /** An id the log's dialect makes unique in the world: a session's uuid, `chatcmpl-…`. */
  readonly unique_id?: string | undefined;
  /** A row number or a name: an identity only together with the content. */
  readonly generic_id?: string | undefined;
  /** Hash of the redacted canonical row. */
  readonly content: string;
}

/** The key of a trace: the same key in the same source is the same trace. */
export function traceKey(identity: Identity): string {
  if (identity.request_id !== undefined) return `request:${identity.request_id}`;
  if (identity.unique_id !== undefined) return `unique:${identity.unique_id}`;
  if (identity.generic_id !== undefined) return `generic:${identity.generic_id}:${identity.content}`;
  return `content:${identity.content}`;
}

/** The id of a trace: 26 lower-case base32 characters (130 bits) of SHA-256 over source and key. */
export function traceId(hasher: Hasher, source: string, key: string): string {
  return shortId(hasher, `${source}\n${key}`);
}

/** 26 lower-case base32 characters (130 bits) of SHA-256 of the text. */
export function shortId(hasher: Hasher, text: string): string {
  return base32(hasher.sha256(text)).slice(0, 26);
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
/** Two characters for ten bits: an id is made for every row, and few long pieces are put together faster than many short ones. */
const pairs = Array.from({ length: 1024 }, (_, bits) => alphabet.charAt(bits >> 5) + alphabet.charAt(bits & 31));

/** RFC 4648 base32 in lower case of the first 35 hex digits: five of them are four characters. */
function base32(hex: string): string {
  let out = '';
  for (let at = 0; at < 35; at += 5) {
    let bits = 0;
    for (let i = at; i < at + 5; i++) bits = bits * 16 + hexValue(hex.charCodeAt(i));
    out += (pairs[bits >> 10] ?? '') + (pairs[bits & 1023] ?? '');
  }
  return out;
}

/** Of a lower-case hexadecimal digit. */
function hexValue(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A ULID that depends on nothing but its arguments: acts that come with a row have the same id in every clone that
 * imports it, and are folded once. `ms` is the log's own time, 0 when it has none.
 */
export function derivedUlid(hasher: Hasher, text: string, ms: number): string {
  const hash = hasher.sha256(text);
  let out = '';
  for (let rest = Math.max(0, Math.min(ms, 2 ** 48 - 1)), i = 0; i < 10; i++, rest = Math.floor(rest / 32)) {
    out = crockford.charAt(rest % 32) + out;
  }
  // 16 characters of 5 bits each; two hex digits (8 bits) are drawn for every one.
  for (let i = 0; i < 16; i++) out += crockford.charAt(parseInt(hash.slice(i * 2, i * 2 + 2), 16) & 31);
  return out;
}
