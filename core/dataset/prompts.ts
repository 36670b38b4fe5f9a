import { signatureLength, signatureOf } from './near';

/** How many prompts are compared with each other; the share of near duplicates among them is what matters. */
const mostCompared = 10_000;

/** The different prompts of a dataset: numbers instead of texts, so that 100 000 of them fit in a few megabytes. */
export class Prompts {
  private readonly numbers = new Map<number, number>();
  private signatures = new Uint32Array(64 * signatureLength);
  /** Rows by prompt number. */
  readonly rows: number[] = [];
  /** Places in conversations (trace and turn) by prompt number. */
  readonly items: number[] = [];

  /** How many have a signature. */
  get compared(): number {
    return Math.min(this.numbers.size, mostCompared);
  }

  /** The number of a prompt; `asked` is called for prompts not seen before. */
  number(hash: string, asked: () => string): number {
    // 48 bits are enough for statistics, and a number takes a fifth of the memory of the whole hash.
    const key = parseInt(hash.slice(0, 12), 16);
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(key, number);
    this.rows.push(0);
    this.items.push(0);
    if (number < mostCompared) this.keep(number, signatureOf(asked()));
    return number;
  }

  addItem(number: number, rows: number): void {
    this.items[number] = (this.items[number] ?? 0) + 1;
    this.rows[number] = (this.rows[number] ?? 0) + rows;
  }

  /** `signatureLength` numbers that agree with another prompt's about as often as the prompts' wording does. */
  signature(number: number): Uint32Array {
    return this.signatures.subarray(number * signatureLength, (number + 1) * signatureLength);
  }

  private keep(number: number, signature: Uint32Array): void {
    if ((number + 1) * signatureLength > this.signatures.length) {
      const larger = new Uint32Array(this.signatures.length * 2);
      larger.set(this.signatures);
      this.signatures = larger;
    }
    this.signatures.set(signature, number * signatureLength);
  }
}
