import type { Kind } from '../redact/kinds';
import { rules } from '../redact/rules';
import { merged, prepare, scan, type Scanner } from '../redact/scan';
import { type Span, span } from './span';

/** What must not stand in a file that is shared or sent, in a reader's words. */
const secretKinds: Partial<Readonly<Record<Kind, string>>> = {
  private_key: 'a private key',
  api_key: 'an API key',
  jwt: 'a signed token',
  auth_header: 'a login',
  url_credentials: 'an address with a password',
  password: 'a password',
};

/** Shown instead of a real one. Whatever a vendor issues is longer than this. */
const standIn = /test|example|sample|dummy|demo|change|passw|secret|placeholder|your|1234|abc|xxx|^0x[0-9a-f]+$/i;
const longestStandIn = 19;

let scanner: Scanner | undefined;

/** Credentials in a text, found by the rules that also keep them out of recorded conversations. */
export function secretsIn(text: string, base: number): { readonly span: Span; readonly what: string }[] {
  scanner ??= prepare(rules.filter((rule) => rule.kinds.some((kind) => secretKinds[kind] !== undefined)));
  return merged(scan(scanner, text)).flatMap(({ start, end, kind }) => {
    const what = Object.entries(secretKinds).find(([name]) => name === kind)?.[1];
    const isStandIn = end - start <= longestStandIn && standIn.test(text.slice(start, end));
    return what === undefined || isStandIn ? [] : [{ span: span(base + start, base + end), what }];
  });
}
