import type { Prompts } from './prompts';

/** Numbers per signature (minhash), in bands that are looked up together. */
export const signatureLength = 16;
const band = 4;
/** How many of the 16 must agree for two prompts to count as nearly the same: about three quarters of their wording. */
const alike = 12;
/** Words looked at, half from the beginning and half from the end: what long prompts share is mostly boilerplate. */
const mostWords = 48;

/** Odd multipliers of a fixed generator; any would do as long as they never change. */
const multipliers = Uint32Array.from({ length: signatureLength }, (_, n) => Math.imul(n + 1, 0x9e3779b1) | 1);

/** The signature of a prompt's wording: the least hash of its word pairs, under 16 different hashes. */
export function signatureOf(text: string): Uint32Array {
  const words = wordsOf(text);
  const signature = new Uint32Array(signatureLength).fill(0xffffffff);
  for (let i = 0; i < Math.max(1, words.length - 1); i++) {
    const pair = hashText(`${words[i] ?? ''} ${words[i + 1] ?? ''}`);
    for (let n = 0; n < signatureLength; n++) {
      const mixed = mix(pair, multipliers[n] ?? 1);
      if (mixed < (signature[n] ?? 0)) signature[n] = mixed;
    }
  }
  return signature;
}

/** Numbers of prompts, among those compared, that say nearly what an earlier prompt says. */
export function nearDuplicates(prompts: Prompts): ReadonlySet<number> {
  const near = new Set<number>();
  for (let first = 0; first < signatureLength; first += band) {
    // One band at a time, so that only one table is held.
    const earliest = new Map<string, number>();
    for (let number = 0; number < prompts.compared; number++) {
      const signature = prompts.signature(number);
      const key = signature.subarray(first, first + band).join();
      const before = earliest.get(key);
      if (before === undefined) earliest.set(key, number);
      else if (!near.has(number) && agreement(signature, prompts.signature(before)) >= alike) near.add(number);
    }
  }
  return near;
}

function agreement(a: Uint32Array, b: Uint32Array): number {
  return a.reduce((sum, value, n) => (value === b[n] ? sum + 1 : sum), 0);
}

function wordsOf(text: string): string[] {
  // Beyond this nothing is looked at, however long the prompt.
  const reach = mostWords * 5;
  if (text.length <= reach * 2) return trimmed(text.match(/[\p{L}\p{N}]+/gu) ?? []);
  return trimmed(`${text.slice(0, reach)} ${text.slice(-reach)}`.match(/[\p{L}\p{N}]+/gu) ?? []);
}

function trimmed(words: string[]): string[] {
  return words.length <= mostWords ? words : [...words.slice(0, mostWords / 2), ...words.slice(-mostWords / 2)];
}

/** FNV-1a over UTF-16 units. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function mix(hash: number, multiplier: number): number {
  const product = Math.imul(hash ^ (hash >>> 15), multiplier);
  return (product ^ (product >>> 13)) >>> 0;
}
