import { Problem } from '../lib/problem';

const longest = 120;
const attributeKey = /^[\p{L}\p{N}_.-]{1,120}$/u;

/** A label as it is stored: NFC, lower-cased, trimmed. Says nothing about whether it is a valid one. */
export function normaliseLabel(text: string): string {
  return text.normalize('NFC').toLowerCase().trim();
}

/** Whether a normalised label may be used: 1 to 120 characters, no comma and no control character such as a line break. */
export function isLabel(label: string): boolean {
  return /^[^,\p{Cc}\u2028\u2029]{1,120}$/u.test(label);
}

/** The stored form of a label a person typed. @throws Problem `label_invalid` */
export function checkLabel(text: string): string {
  const label = normaliseLabel(text);
  if (!isLabel(label)) throw new Problem('label_invalid', { label: text.slice(0, longest) });
  return label;
}

/** `__proto__` is no key: objects cannot hold it as they hold others, and readers of JSON drop it. */
export function isAttributeKey(key: string): boolean {
  return attributeKey.test(key) && key !== '__proto__';
}

/** The key as given, NFC. @throws Problem `attribute_invalid` */
export function checkAttributeKey(key: string): string {
  if (!isAttributeKey(key)) throw new Problem('attribute_invalid', { text: key.slice(0, longest) });
  return key.normalize('NFC');
}

/** Reads `key=value`; the value may hold further `=`. @throws Problem `attribute_invalid` */
export function parseAttribute(text: string): { key: string; value: string } {
  const at = text.indexOf('=');
  const key = text.slice(0, Math.max(at, 0)).trim();
  const value = text.slice(at + 1).trim();
  if (at < 1 || !isAttributeKey(key) || value === '') throw new Problem('attribute_invalid', { text: text.slice(0, longest) });
  return { key: key.normalize('NFC'), value };
}
