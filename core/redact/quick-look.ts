import type { Finder } from './finder';
import { closingQuote, deepest, looksLikeJson, parsedJson } from './json-text';

/** Characters that are searched at once: a huge conversation must not be held twice. */
const most = 1 << 18;
/** No rule finds a secret in a shorter number, nor in one with a sign, a fraction or an exponent. */
const shortestNumber = 1e6;
/** A name that can hold no secret; any other is looked at by itself, not only before its value. */
const shortWord = /^[A-Za-z_]{0,24}$/;

/** What is counted while one JSON text is walked. */
interface Json {
  strings: number;
  isInexact: boolean;
}

function newJson(): Json {
  return { strings: 0, isInexact: false };
}

interface Member {
  readonly name: string;
  readonly value: object;
}

/**
 * A first look at many texts at once: all decoded strings joined by line breaks, which no rule's secret crosses. It may
 * say no where the closer look finds nothing, never yes where there is something. Not for patterns of the user's.
 */
export class QuickLook {
  private parts: string[] = [];
  private size = 0;
  private isGood = true;
  private json = newJson();

  constructor(private readonly finder: Finder) {}

  /** Takes note of a text; `scalars`: it is JSON by contract, also when it is a lone string or number. */
  add(text: string, name: string, scalars: boolean): void {
    if (this.isGood) this.text(text, name, scalars, 0);
  }

  /** Takes note of a text that is known to be JSON. */
  addJson(text: string, value: unknown, name: string, depth: number): void {
    const outer = this.json;
    const json = (this.json = newJson());
    const open: Member[] = [];
    this.value(value, name, depth, open);
    for (let next = open.pop(); next && this.isGood; next = open.pop()) this.members(next, depth, open);
    // Beyond 2^53 the parsed number is not the written one; the written digits are looked at wherever they stand.
    if (json.isInexact) for (const digits of text.match(/\d{16,}/g) ?? []) this.push(digits);
    // A name that is written twice was parsed once, and its other value not seen.
    this.isGood &&= json.strings === countStrings(text);
    this.json = outer;
  }

  /** Whether nothing is to be masked in any of them. */
  isClean(): boolean {
    this.search();
    return this.isGood;
  }

  private text(text: string, name: string, scalars: boolean, depth: number): void {
    const parsed = depth < deepest && looksLikeJson(text, scalars) ? parsedJson(text) : undefined;
    if (parsed) this.addJson(text, parsed.value, name, depth);
    else this.plain(text, name);
  }

  private plain(text: string, name: string): void {
    if (name === '') this.push(text);
    else if (this.finder.isWholeSecret(name, text)) this.isGood = false;
    else this.push(`${name}: ${text}`);
  }

  private value(value: unknown, name: string, depth: number, open: Member[]): void {
    if (typeof value === 'string') {
      this.json.strings++;
      if (!this.finder.isPlain(value, name)) this.text(value, name, false, depth + 1);
    } else if (typeof value === 'number') {
      if (value >= shortestNumber) this.push(`${name}: ${value}`);
      this.json.isInexact ||= Number.isInteger(value) && !Number.isSafeInteger(value);
    } else if (typeof value === 'object' && value !== null) {
      open.push({ name, value });
    }
  }

  /** The elements of a list stand under the list's name. */
  private members({ name, value }: Member, depth: number, open: Member[]): void {
    if (Array.isArray(value)) {
      for (const element of value as unknown[]) this.value(element, name, depth, open);
      return;
    }
    for (const [key, member] of Object.entries(value)) {
      this.json.strings++;
      if (!shortWord.test(key)) this.push(key);
      this.value(member, key, depth, open);
    }
  }

  private push(part: string): void {
    this.parts.push(part);
    this.size += part.length;
    if (this.size >= most) this.search();
  }

  private search(): void {
    if (this.parts.length === 0) return;
    this.isGood &&= this.finder.text(this.parts.join('\n')).length === 0;
    this.parts = [];
    this.size = 0;
  }
}

/** Strings in a valid JSON text, names of fields included. */
function countStrings(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', closingQuote(text, at) + 1)) count++;
  return count;
}
