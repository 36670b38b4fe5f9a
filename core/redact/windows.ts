import { unitAt } from './unit-at';

/** Which characters may stand at one place: 1 or 0 by code below 128, and at 128 for any beyond ASCII. */
export type Chars = Uint8Array;

/** Up to three places in a row. */
export type Window = readonly Chars[];

const ascii = 128;
/** Places of a window; a shorter one allows anything before. */
const places = 3;
export const every: Chars = new Uint8Array(ascii + 1).fill(1);

/** The ASCII characters an expression matches. What stands before a text counts as beyond ASCII. */
export function chars(expression: RegExp, beyond: boolean): Chars {
  return Uint8Array.from({ length: ascii + 1 }, (_, code) =>
    Number(code < ascii ? expression.test(String.fromCharCode(code)) : beyond),
  );
}

export function literal(text: string): Chars[] {
  return Array.from({ length: text.length }, (_, at) => alone(Math.min(text.charCodeAt(at), ascii)));
}

const made: Chars[] = [];

/** One character and no other. */
function alone(code: number): Chars {
  return (made[code] ??= new Uint8Array(ascii + 1).fill(1, code, code + 1));
}

/** Whether the character of a text is one of them; `at` may be -1. */
export function stands(chars: Chars, text: string, at: number): boolean {
  // Before its beginning the code is NaN, and so not below 128 either.
  const code = unitAt(text, at);
  return chars[code < ascii ? code : ascii] === 1;
}

/** The letters of running text, the rarest first. */
const letters = 'zqxjkvbpgwyfmculdrhsnioate ';
/** About how often each character is met among others: letters nearly follow their rank, digits come in runs. */
const shares: readonly number[] = Array.from({ length: ascii + 1 }, (_, code) => {
  if (code === ascii) return 30;
  if (code < 32) return 0;
  const rank = letters.indexOf(String.fromCharCode(code));
  if (rank >= 0) return rank + 2;
  return code >= 48 && code <= 57 ? 8 : 2;
});

function shareOf(chars: Chars): number {
  return shares.reduce((sum, share, code) => sum + share * (chars[code] ?? 0), 0);
}

/** The window of a sequence that is met least often, and where in the sequence it ends (the index of its last place). */
export function rarest(sequence: readonly Chars[]): { readonly window: Window; readonly end: number } {
  const often = sequence.map(shareOf);
  let [start, least] = [0, Infinity];
  for (let at = 0; at === 0 || at + places <= sequence.length; at++) {
    const product = often.slice(at, at + places).reduce((all, share) => all * share, 1);
    if (product < least) [start, least] = [at, product];
  }
  const window = sequence.slice(start, start + places);
  return { window, end: start + window.length - 1 };
}

/** How many buckets there are. */
export const buckets = 8;

/**
 * Windows ready to be searched for, all in one pass over the pairs of neighbouring characters. Like a shift-and search
 * (Baeza-Yates and Gonnet, 1992) whose bits stand for buckets of windows, as in Hyperscan's FDR (Wang et al., NSDI
 * 2019): the lower eight bits of a pair say in which buckets it may be the beginning of a window, the upper eight in
 * which the end. Where the end of a pair and the beginning of the one before share a bucket, one of its windows may
 * stand, or a mixture of several: look closer.
 */
export class PairMasks {
  readonly masks = new Uint16Array(ascii * ascii);

  add(window: Window, bucket: number): void {
    const [first = every, second = every, third = every] = [...new Array<undefined>(places - window.length), ...window];
    this.allow(first, second, 1 << bucket);
    this.allow(second, third, 1 << (buckets + bucket));
  }

  private allow(left: Chars, right: Chars, bit: number): void {
    const codes = codesOf(right);
    for (const before of codesOf(left)) {
      for (const code of codes) this.masks[(before << 7) | code] = (this.masks[(before << 7) | code] ?? 0) | bit;
    }
  }
}

const allowed = new WeakMap<Chars, readonly number[]>();

/** Those that are allowed. Code 0 stands for itself and for everything beyond ASCII. */
function codesOf(chars: Chars): readonly number[] {
  const known = allowed.get(chars);
  if (known) return known;
  const codes: number[] = [];
  if (chars[ascii] === 1 && chars[0] === 0) codes.push(0);
  for (let code = chars.indexOf(1); code >= 0 && code < ascii; code = chars.indexOf(1, code + 1)) codes.push(code);
  allowed.set(chars, codes);
  return codes;
}
