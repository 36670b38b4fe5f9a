/** What the bytes on disk say that a decoded text does not. */
export interface DiskFacts {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly bom: boolean;
  /** Some bytes were no UTF-8 and became U+FFFD. */
  readonly invalid: boolean;
}

/** Reads bytes as an editor would; a byte-order mark of UTF-8 stays in the text, so that an edit can remove it. */
export function decodeDocument(bytes: Uint8Array): { text: string; disk: DiskFacts } {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return utf16(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return utf16(bytes, 'utf-16be');
  const bom = first === 0xef && second === 0xbb && third === 0xbf;
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return { text: strict.decode(bytes), disk: { encoding: 'utf-8', bom, invalid: false } };
  } catch {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { text, disk: { encoding: 'utf-8', bom, invalid: true } };
  }
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be') {
  return { text: new TextDecoder(encoding).decode(bytes), disk: { encoding, bom: true, invalid: false } };
}
