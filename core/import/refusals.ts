/**
 * Why a row could not become a conversation (LOOP §2), with the sentence that says what to do.
 * Sentences never hold trace text; field names are quoted, bounded.
 */
export const refusalTexts = {
  invalid_json: 'This is not valid JSON: {reason} at column {column}.',
  invalid_csv: 'This is not a row of the table: {reason}.',
  not_an_object: 'A row must be a JSON object or a list of messages; this is {kind}.',
  no_messages: 'This row holds no conversation: {reason}.',
  no_answer: 'No assistant message in this conversation, and no reference answer either.',
  too_large: 'This row is larger than {limit} MB.',
  unsupported_encoding: 'This row is not UTF-8 text. Save the file as UTF-8 and import it again.',
  unrecognised_shape: 'No known shape. Fields seen: {fields}. Name them with --map, for example {example}.',
  file_unreadable: 'Left out. {reason}',
} as const;

export type RefusalCode = keyof typeof refusalTexts;
export type RefusalArgs = Readonly<Record<string, string | number>>;

/** A row that stays outside, and why. */
export class Refusal {
  constructor(
    readonly code: RefusalCode,
    readonly args: RefusalArgs = {},
  ) {}

  /** The English sentence. */
  get message(): string {
    return refusalTexts[this.code].replace(/\{(\w+)\}/g, (whole, name: string) => String(this.args[name] ?? whole));
  }
}

/** Rows may be at most this many bytes. */
export const rowLimit = 20 * 1024 * 1024;

export function tooLarge(): Refusal {
  return new Refusal('too_large', { limit: rowLimit / 1024 / 1024 });
}

const shownFields = 12;
const shownName = 40;

/** Field names as a message may quote them: bounded in number and length, without control characters. */
export function quoteFields(names: readonly string[]): string {
  const quoted = names.slice(0, shownFields).map((name) => {
    const clean = name.replace(/[\p{C}\s]+/gu, ' ').trim();
    return clean.length > shownName ? `${clean.slice(0, shownName - 1)}…` : clean;
  });
  if (names.length > shownFields) quoted.push(`and ${names.length - shownFields} more`);
  return quoted.length === 0 ? 'none' : quoted.join(', ');
}

/** Columns that people use for a question and an answer, to show how a mapping would look. Never applied unasked. */
export const promptNames = ['question', 'query', 'input', 'text', 'user', 'ask', 'instruction'];
export const answerNames = ['answer', 'output', 'reply', 'response', 'bot', 'result', 'assistant'];

export function unrecognisedShape(names: readonly string[]): Refusal {
  const find = (wanted: readonly string[]) => wanted.find((name) => names.includes(name));
  const prompt = find(promptNames) ?? 'YOUR_FIELD';
  const answer = find(answerNames) ?? 'YOUR_OTHER_FIELD';
  return new Refusal('unrecognised_shape', {
    fields: quoteFields(names),
    example: `--map prompt=${prompt} --map completion=${answer}`,
  });
}
