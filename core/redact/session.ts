import type { Counts } from './kinds';
import { marker } from './marker';
import type { Numbering } from './marker';

/** The little that may be shown of a masked value so that its owner recognises it. */
export interface Hint {
  /** At most two characters, a vendor's or country's prefix as a rule; none of passwords, numbers of persons and short values. */
  readonly starts_with: string;
  /** Characters. */
  readonly length: number;
}

/**
 * Gives equal values of a kind the same number while one conversation (or one act) is redacted. The values live only
 * as long as that takes.
 */
export class Session {
  private highest: Record<string, number> | undefined;
  private readonly numbers = new Map<string, number>();
  private readonly masked: Record<string, number> = {};
  private readonly hints = new Map<string, Hint>();

  /** @param known the numbers that are taken; asked for when the first value is found, because most texts hold none. */
  constructor(private readonly known: () => Numbering) {}

  /** The marker for a value, counted. */
  mask(kind: string, value: string): string {
    this.masked[kind] = (this.masked[kind] ?? 0) + 1;
    const same = `${kind} ${canonical(kind, value)}`;
    const given = this.numbers.get(same);
    if (given !== undefined) return marker(kind, given);
    this.highest ??= { ...this.known() };
    const next = (this.highest[kind] ?? 0) + 1;
    this.highest[kind] = next;
    this.numbers.set(same, next);
    this.hints.set(marker(kind, next), hint(kind, value));
    return marker(kind, next);
  }

  /** What may be shown of the value behind a marker; undefined for markers that were there before. */
  hintOf(text: string): Hint | undefined {
    return this.hints.get(text);
  }

  get counts(): Counts {
    return this.masked;
  }

  get numbering(): Numbering {
    return this.highest ?? this.known();
  }
}

/** Spellings of one value: the case of an address, the grouping of a number. */
function canonical(kind: string, value: string): string {
  if (kind === 'email') return value.toLowerCase().replace('%40', '@');
  if (kind === 'card' || kind === 'iban' || kind === 'ssn') return value.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  if (kind === 'phone') return value.replace(/\D/g, '');
  return value;
}

const shown = /^(?!password|ssn|url_credentials|auth_header|private_key)/;

function hint(kind: string, value: string): Hint {
  return { starts_with: shown.test(kind) && value.length >= 10 ? value.slice(0, 2) : '', length: value.length };
}
