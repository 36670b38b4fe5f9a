/**
 * What a mask stands for. The order decides between rules that found exactly the same text: the more telling kind first.
 * The names appear in markers, counts and settings.
 */
export const kinds = [
  'private_key',
  'api_key',
  'jwt',
  'auth_header',
  'url_credentials',
  'password',
  'card',
  'iban',
  'ssn',
  'phone',
  'email',
  'ip',
] as const;

export type Kind = (typeof kinds)[number];

/** Kinds that are masked only when asked for: addresses are everywhere in logs and rarely personal there. */
export const offByDefault: readonly Kind[] = ['ip'];

/** The form of a kind's name; names of extra patterns must have it too, or their markers could not be recognised. */
export const kindName = /^[a-z][a-z0-9_]{0,39}$/;

/** How often each kind was masked. A kind that was not seen has no entry. */
export type Counts = Readonly<Record<string, number>>;

export function isKind(name: string): name is Kind {
  return (kinds as readonly string[]).includes(name);
}
