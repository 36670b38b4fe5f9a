import type { ExportNotes } from './card';
import type { ExportInput } from './target';

/** What each note of an export means to whoever trains on it. */
export const noteWords: Readonly<Record<string, string>> = {
  big_numbers_as_text: 'numbers beyond 64 bits in tools or their arguments were written as text, for no loader holds them',
  developer_as_system: 'developer messages were written as system messages',
  fewer_than_10_rows: 'there are fewer than 10 rows to train on, which OpenAI does not take',
  floats_rounded_by_loader: 'numbers in tools or their arguments have more than ten decimals, which the loader rounds',
  lone_surrogates_replaced: 'broken characters were replaced by U+FFFD',
  not_recorded:
    'the store is open for reading only, so it does not know of these files: a deletion will not reach them, nor verify check them',
  no_rows: 'there is nothing to train on',
  reasoning_left_out: 'reasoning was left out, which this target does not take',
  repeated_keys_dropped: 'repeated keys in tools or their arguments were dropped but the last',
  rows_may_be_cut: 'rows may be longer than the model reads, and would lose their end',
  system_messages_merged: 'system messages were merged into one at the beginning',
  tool_output_cut: 'long tool results were cut, as asked',
};

/** What each refusal means. */
export const refusalWords: Readonly<Record<string, string>> = {
  answer_gone: 'the answer is no longer in the store',
  content_changed: 'the conversation changed since the dataset was built; build it again',
  empty_completion: 'there is nothing to train',
  identical_pair: 'both answers of the pair are the same when written for this target',
  invalid_tool_arguments: 'a tool call has arguments that are not a JSON object',
  invalid_tool_definition: 'a tool has parameters that are not a JSON object',
  invalid_tool_name: 'a tool has a name that the target does not take',
  media_not_supported: 'a message holds media that cannot be written as text',
  no_reward: 'there is nothing to work a reward out by',
  prompt_ends_with_assistant: 'the conversation before the answer ends with an assistant message',
  prompt_without_user: 'no user or tool speaks last before the answer',
  too_large: 'the row is longer than 10 MiB',
  two_assistants_in_a_row: 'two assistant messages follow one another',
  unanswered_tool_call: 'a tool call has no result',
  unexpected_tool_result: 'a tool result answers no call',
  unapproved_assistant_turn: 'an assistant message before the answer was not found right, and this shape would train it',
};

/** `next_steps.md`: what is here, what to read first, and the command to run. */
export function nextSteps(
  input: ExportInput,
  files: Readonly<Record<string, number>>,
  made: ExportNotes,
  train: readonly string[],
): string {
  const { dataset } = input;
  const { recipe, report, version } = dataset;
  const names = Object.entries(files).map(([file, rows]) => `- \`${file}\`: ${count(rows, 'row')}`);
  return `${[
    `# ${recipe.name.replace(/\s+/g, ' ')}, version ${version} (${recipe.method})`,
    '',
    ...names,
    '- `card.json`: where the rows come from: recipe, hashes and the report',
    '',
    '## Read first',
    '',
    ...(report.warnings.length > 0 && report.purged_rows > 0 ? ['Of the build, before rows were deleted:', ''] : []),
    ...(report.warnings.length > 0 ? report.warnings.map((w) => `- ${w.message}`) : ['The report has no warnings.']),
    ...section('Not written', made.refused, refusalWords, 'row'),
    ...section('Changed on the way', made.notes, noteWords, 'time'),
    '',
    ...train,
  ].join('\n')}\n`;
}

function section(
  title: string,
  counts: Readonly<Record<string, number>>,
  words: Readonly<Record<string, string>>,
  unit: string,
): string[] {
  const lines = Object.entries(counts).map(([code, n]) => `- ${count(n, unit)}: ${words[code] ?? code} (\`${code}\`)`);
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function count(n: number, unit: string): string {
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}
