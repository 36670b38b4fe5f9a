import type { Ids } from '../ports';

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Last digits of an act's own id that are zero: room for the ids of 32 to the power of this many further events. */
const room = 5;
/** Digits of a ULID that say its time. */
const timeDigits = 10;

/**
 * Ids of acts out of ascending ULIDs (`ulid`'s monotonic factory: inside one millisecond each is the one before plus one).
 * What counts up is moved ahead of the zeros, so the ids of an act's further events are never those of the next act.
 */
export function actIds(next: () => string): Ids {
  return {
    ulid: () => {
      const id = next();
      return `${id.slice(0, timeDigits)}${id.slice(timeDigits + room)}${'0'.repeat(room)}`;
    },
  };
}

/**
 * The id of the nth further event of one act: the act's ULID plus n. Deterministic, so that an act that is sent again
 * after a take-over names the same events and is folded once.
 */
export function derivedId(act: string, n: number): string {
  const digits = Array.from(act, (c) => crockford.indexOf(c));
  let carry = n;
  for (let i = digits.length - 1; i >= 0 && carry > 0; i--) {
    const sum = (digits[i] ?? 0) + carry;
    digits[i] = sum % 32;
    carry = Math.floor(sum / 32);
  }
  return digits.map((d) => crockford[d]).join('');
}
