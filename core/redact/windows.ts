import { unitAt } from './unit-at';

/** Which characters may stand at one place: by code below 128, and whether any beyond ASCII may. */
export interface Chars {
  readonly ascii: readonly boolean[];
  readonly beyond: boolean;
}

/** Up to three places in a row. */
export type Window = readonly Chars[];

/** Places of a window; a shorter one allows anything before. */
export const places = 3;

const ascii = 128;
const every: Chars = { ascii: Array.from({ length: ascii }, () => true), beyond: true };

/** The ASCII characters an expression matches. What stands before a text counts as beyond ASCII. */
export function chars(expression: RegExp, beyond: boolean): Chars {
  return { ascii: Array.from({ length: ascii }, (_, code) => expression.test(String.fromCharCode(code))), beyond };
}

export function literal(text: string): Chars[] {
  return Array.from({ length: text.length }, (_, at) => {
    const code = unitAt(text, at);
    return { ascii: Array.from({ length: ascii }, (_, other) => other === code), beyond: code >= ascii };
  });
}

/** The letters of running text, the rarest first. */
const letters = 'zqxjkvbpgwyfmculdrhsnioate ';
/** About how often each character is met among others: letters nearly follow their rank, digits come in runs. */
const shares: readonly number[] = Array.from({ length: ascii }, (_, code) => {
  if (code < 32) return 0;
  const rank = letters.indexOf(String.fromCharCode(code));
  if (rank >= 0) return rank + 2;
  return code >= 48 && code <= 57 ? 8 : 2;
});
const shareBeyond = 30;

function shareOf({ ascii, beyond }: Chars): number {
  return shares.reduce((sum, share, code) => (ascii[code] === true ? sum + share : sum), beyond ? shareBeyond : 0);
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
    for (let before = 0; before < ascii; before++) {
      if (!allows(left, before)) continue;
      for (let code = 0; code < ascii; code++) {
        if (allows(right, code)) this.masks[(before << 7) | code] = (this.masks[(before << 7) | code] ?? 0) | bit;
      }
    }
  }
}

/** Whether the character of a text is one of them; before its beginning everything beyond ASCII stands. */
export function stands({ ascii, beyond }: Chars, text: string, at: number): boolean {
  if (at < 0) return beyond;
  const code = unitAt(text, at);
  return code < 128 ? ascii[code] === true : beyond && at < text.length;
}

/** Code 0 stands for itself and for everything beyond ASCII. */
function allows({ ascii, beyond }: Chars, code: number): boolean {
  return ascii[code] === true || (code === 0 && beyond);
}
