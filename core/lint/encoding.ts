/** What the bytes on disk say that a decoded text does not. */
export interface DiskFacts {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly bom: boolean;
}

/** Told from the first bytes of a file; three are enough. */
export function diskFacts([first, second, third]: Uint8Array): DiskFacts {
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', bom: true };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', bom: true };
  return { encoding: 'utf-8', bom: first === 0xef && second === 0xbb && third === 0xbf };
}

/**
 * Reads bytes as an editor would; what is no UTF-8 becomes U+FFFD. A byte-order mark of UTF-8 stays in the text, so that
 * an edit can remove it.
 */
export function decodeDocument(bytes: Uint8Array): { text: string; disk: DiskFacts } {
  const disk = diskFacts(bytes);
  const decoder = new TextDecoder(disk.encoding, { ignoreBOM: disk.encoding === 'utf-8' });
  return { text: decoder.decode(bytes), disk };
}
