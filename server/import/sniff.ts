/** How the bytes of a text file are to be read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** What a file's first bytes say it is. */
export type Sniffed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'gzip' }
  | { readonly kind: 'text'; readonly encoding: Encoding; readonly skip: number }
  | { readonly kind: 'other'; readonly name: string; readonly advice: string };

const convert = 'Convert it to JSON lines (.jsonl) and import that.';

interface Magic {
  readonly bytes: readonly number[];
  readonly at?: number;
  readonly name: string;
  readonly advice: string;
}

const magics: readonly Magic[] = [
  { bytes: ascii('PK\u0003\u0004'), name: 'a ZIP archive', advice: 'Unpack it and import the files inside.' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], name: 'compressed with zstd', advice: 'Decompress it with `zstd -d` first.' },
  { bytes: ascii('BZh'), name: 'compressed with bzip2', advice: 'Decompress it with `bunzip2` first.' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], name: 'compressed with xz', advice: 'Decompress it with `unxz` first.' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], name: 'a 7z archive', advice: 'Unpack it and import the files inside.' },
  { bytes: ascii('PAR1'), name: 'a Parquet file', advice: convert },
  { bytes: ascii('ARROW1'), name: 'an Arrow file', advice: convert },
  { bytes: ascii('SQLite format 3'), name: 'an SQLite database', advice: 'Export the conversations as JSON lines.' },
  { bytes: [0xff, 0xfe, 0x00, 0x00], name: 'UTF-32 text', advice: 'Save it as UTF-8.' },
  { bytes: [0x00, 0x00, 0xfe, 0xff], name: 'UTF-32 text', advice: 'Save it as UTF-8.' },
  { bytes: ascii('%PDF'), name: 'a PDF document', advice: 'Import the log it was made from.' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: 'a picture', advice: 'Import a log of conversations.' },
  { bytes: [0xff, 0xd8, 0xff], name: 'a picture', advice: 'Import a log of conversations.' },
  { bytes: ascii('GIF8'), name: 'a picture', advice: 'Import a log of conversations.' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], name: 'a program', advice: 'Import a log of conversations.' },
  { bytes: [0x80, 0x04, 0x95], name: 'a Python pickle', advice: convert },
  { bytes: ascii('ustar'), at: 257, name: 'a tar archive', advice: 'Unpack it and import the files inside.' },
  {
    bytes: ascii('version https://git-lfs.github.com/spec/'),
    name: 'a Git LFS pointer, not the file itself',
    advice: 'Run `git lfs pull` and import it again.',
  },
];

function ascii(text: string): number[] {
  return Array.from(text, (char) => char.charCodeAt(0));
}

/** Looks at the beginning of a file (64 kB are enough); `whole`: there is nothing behind it. */
export function sniff(head: Buffer, whole: boolean): Sniffed {
  if (head.length === 0) return { kind: 'empty' };
  if (head[0] === 0x1f && head[1] === 0x8b) return { kind: 'gzip' };
  const magic = magics.find(({ bytes, at = 0 }) => bytes.every((byte, i) => head[at + i] === byte));
  if (magic) return { kind: 'other', name: magic.name, advice: magic.advice };
  const text = textOf(head);
  if (text.encoding === 'utf-8') return judgeText(head.subarray(text.skip), text, whole);
  return text;
}

function textOf(head: Buffer): Sniffed & { kind: 'text' } {
  if (head[0] === 0xff && head[1] === 0xfe) return { kind: 'text', encoding: 'utf-16le', skip: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { kind: 'text', encoding: 'utf-16be', skip: 2 };
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { kind: 'text', encoding: 'utf-8', skip: 3 };
  const zeros = zerosByParity(head);
  // Without a mark, but with every other byte zero as in any text that is mostly ASCII.
  if (zeros.odd > 0.4 && zeros.even < 0.05) return { kind: 'text', encoding: 'utf-16le', skip: 0 };
  if (zeros.even > 0.4 && zeros.odd < 0.05) return { kind: 'text', encoding: 'utf-16be', skip: 0 };
  return { kind: 'text', encoding: 'utf-8', skip: 0 };
}

function zerosByParity(head: Buffer): { even: number; odd: number } {
  const counts = [0, 0];
  const end = Math.min(head.length, 4096) & ~1;
  if (!head.subarray(0, end).includes(0)) return { even: 0, odd: 0 };
  for (let i = 0; i < end; i++) if (head[i] === 0) counts[i & 1] = (counts[i & 1] ?? 0) + 1;
  const half = Math.max(1, end / 2);
  return { even: (counts[0] ?? 0) / half, odd: (counts[1] ?? 0) / half };
}

/** Runs of zero bytes are what a crash leaves in a text file; other control characters are not text. */
function judgeText(head: Buffer, text: Sniffed & { kind: 'text' }, whole: boolean): Sniffed {
  const bytes = head.toString('latin1');
  // One is read per file before anything else: an expression runs as fast the first time as later, a loop does not.
  const control = bytes.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  if (control > head.length * 0.02)
    return { kind: 'other', name: 'a binary file', advice: 'Import a log as text: JSON lines, JSON or CSV.' };
  if (whole && /^[\0\t-\r ]*$/.test(bytes)) return { kind: 'empty' };
  if (/^\s*<(?:!doctype|html)/i.test(bytes.slice(0, 512))) {
    return { kind: 'other', name: 'a web page', advice: 'Perhaps a login page was saved: download the log itself.' };
  }
  return text;
}
