declare const redacted: unique symbol;

/**
 * A value whose texts went through redaction. Only `redact.ts` makes one; whatever writes traces or acts asks for it.
 * The store's own readers may say so of lines they wrote, because nothing else is ever written.
 */
export type Redacted<T> = T & { readonly [redacted]: true };
