import { l10n } from 'vscode';

/** What each note of an export means to whoever trains on it; `core/export/next-steps.ts` has the same for its files. */
const words: Readonly<Record<string, () => string>> = {
  big_numbers_as_text: () =>
    l10n.t('Numbers beyond 64 bits in tools or their arguments were written as text, for no loader holds them.'),
  developer_as_system: () => l10n.t('Developer messages were written as system messages.'),
  fewer_than_10_rows: () => l10n.t('There are fewer than 10 rows to train on, which OpenAI does not take.'),
  floats_rounded_by_loader: () =>
    l10n.t('Numbers in tools or their arguments have more than ten decimals, which the loader rounds.'),
  lone_surrogates_replaced: () => l10n.t('Broken characters were replaced by U+FFFD.'),
  not_recorded: () =>
    l10n.t(
      'The store is open for reading only, so it does not know of these files: a deletion will not reach them, nor verify check them.',
    ),
  no_rows: () => l10n.t('There is nothing to train on.'),
  reasoning_left_out: () => l10n.t('Reasoning was left out, which this target does not take.'),
  repeated_keys_dropped: () => l10n.t('Repeated keys in tools or their arguments were dropped but the last.'),
  rows_may_be_cut: () => l10n.t('Rows may be longer than the model reads, and would lose their end.'),
  system_messages_merged: () => l10n.t('System messages were merged into one at the beginning.'),
  tool_output_cut: () => l10n.t('Long tool results were cut, as asked.'),
};

/** The sentence of a note; a code that this version does not know stands for itself. */
export function noteWords(code: string): string {
  return words[code]?.() ?? code;
}
