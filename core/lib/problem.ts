/**
 * The closed list of failures a user can act on, with the sentence that says what to do.
 * Sentences never contain trace text. `{name}` is filled from the problem's arguments.
 */
export const problemTexts = {
  trace_ambiguous: 'More than one trace begins with {begin}: {ids}. Type more of the id.',
  trace_not_found:
    'No trace {id} in this store. Copy the id, or at least its first four letters, from `loop list` or the review tree.',
  trace_damaged:
    'The log was damaged where it speaks of trace {id}, and there is no more of it. `loop stats` says where; put the file back from a copy, or delete what is left: loop delete {id}.',
  dataset_not_found: 'No dataset {id} in this store. `loop datasets` lists the ones there are.',
  dataset_unreadable:
    'What the store says of the dataset {dataset} cannot be read: {reason}. `loop build` makes a new version of it.',
  act_not_found: 'No act {id} of yours to take back.',
  nothing_to_undo: 'There is nothing of yours to take back.',
  nothing_to_redo: 'There is nothing to redo.',
  source_name_invalid: 'A source needs a name of 1 to 120 characters; "{name}" is not one.',
  label_invalid: 'A label needs 1 to 120 characters and no comma or line break; "{label}" is not one.',
  label_not_found: 'No label {label} in this store.{near} `loop labels` lists the ones there are.',
  label_taken:
    'There is a label {to} already. Choose another name, or make one label of the two: loop labels --merge "{label}={to}".',
  label_cycle: 'Label {label} cannot be under {parent}: {parent} is already under {label}.',
  attribute_invalid: 'An attribute is key=value with a key of letters, digits, `_`, `.` or `-`; "{text}" is not one.',
  slice_invalid: 'The filter cannot be read at column {column}: {reason}.',
  recipe_invalid: 'The recipe {file} cannot be used: {reason} (line {line}).',
  grader_invalid: 'The grader {file} cannot be used: {reason} (line {line}).',
  judge_invalid: 'The judge {file} cannot be used: {reason} (line {line}).',
  method_not_available: 'Method {method} cannot be built yet. Choose one of: {methods}.',
  target_unknown: 'There is no export target {target}. Choose one of: {targets}.',
  target_lacks_method: 'Target {target} has no {method} format. Choose one of: {targets}.',
  option_invalid: 'Option {option} is not understood by {target}: {reason}.',
  turn_invalid: 'Turn {turn} is not an assistant message of this conversation.',
  answer_missing:
    'This conversation holds a question only, without an answer to judge. State the answer it should get as its gold.',
  text_empty: 'There is no text to record. Type the answer first.',
  tool_calls_invalid: 'The tool calls are not a JSON array of {name, arguments}: {reason}.',
  pick_invalid: 'A pick needs two different answers of this trace; {answer} is not one.',
  file_not_found: 'There is no file {path}.',
  file_not_readable: 'The file {path} cannot be read: {reason}.',
  file_empty: 'The file {path} is empty.',
  file_not_text: 'The file {path} is {kind}. {advice}',
  nothing_to_import: 'There is nothing to import in {path}: it holds no .jsonl, .json, .csv or .tsv files.',
  folder_not_writable: 'Nothing can be written in {path}: {reason}. Check its permissions or choose another folder.',
  folder_in_store: 'The folder {path} lies inside the store, which holds nothing but its own files. Choose another folder.',
  folder_not_empty:
    'The folder {path} holds {file}, which is not as an earlier export wrote it. Remove it if nobody needs it, or choose an empty folder.',
  folder_name_unsafe: 'The folder name {path} holds one of [ ] * ?, which trainers take for a pattern. Choose another name.',
  disk_full: 'The disk is full: {path} could not be written. Nothing was lost; free some space and try again.',
  store_not_found: 'There is no store at {path}. Import a file first, or name one with --store.',
  store_in_use: 'The store {path} is open in another process that does not answer. Close it and try again.',
  store_in_use_elsewhere: 'The store {path} is open on {host}. Close it there first.',
  store_in_other_version:
    'The store {path} is open in another version of Conscious Loop. Close that one, or use the same version in both.',
  store_too_new: 'The store {path} was written by a newer version ({version}). Update Conscious Loop to open it.',
  store_vanished: 'The file or folder {path} is gone. Put it back, or open the store anew.',
  store_damaged: 'The store {path} is damaged: {reason}.',
  line_set_aside:
    'A damaged line was found at byte {offset} of {path}. It was set aside, and all the rest is as it was. Try again.',
  store_locked_file: 'The file {path} is held by another program. Close it there and try again.',
  confirmation_needed: 'This deletes {count} conversations for good. Say --yes to do it, or --dry-run to see what would go.',
  share_confirmation_needed:
    'This lets git see what was said in {path}. Corrections, golds, candidates and reasons quote conversations. Say --yes to do it, or --dry-run to look first.',
  scale_invalid: 'A scale is two numbers, low..high; "{text}" is not one.',
  mapping_invalid: 'A mapping is field=column; "{text}" is not one.',
  mapping_field_unknown: 'There is no field {field} to map a column to. Choose one of: {fields}.',
  mapping_column_missing: 'There is no column {column} for {field} in {path}. The columns there are: {columns}.',
  retention_invalid: 'Retention is a number of days from 1 to 3650, or `forever`; "{text}" is neither.',
  redact_pattern_invalid:
    'The redaction pattern {pattern} cannot be used: {reason}. It must be in RE2 syntax, without look-around.',
  date_invalid: 'Write a date as 2026-09-01 or a time as 2026-09-01T12:00:00Z; "{text}" is neither.',
  output_failed: 'The output could not be written: {reason}.',
  usage: '{reason}',
  cancelled: 'Stopped. Nothing was changed.',
  busy: 'The store is busy with {what}. Try again when it is done.',
} as const;

export type ProblemCode = keyof typeof problemTexts;
export type ProblemArgs = Readonly<Record<string, string | number>>;

/** A failure a user can act on. Crosses every wire as `{code, args}` and is put into words by the door. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly code: ProblemCode,
    readonly args: ProblemArgs = {},
  ) {
    super(sentence(code, args));
  }
}

/** The English sentence of a problem. */
export function sentence(code: ProblemCode, args: ProblemArgs = {}): string {
  return problemTexts[code].replace(/\{(\w+)\}/g, (whole, key: string) => bounded(String(args[key] ?? whole)));
}

/** What someone typed may be a whole file; a path may be long. */
const longestArg = 4096;

function bounded(text: string): string {
  return text.length <= longestArg ? text : `${text.slice(0, longestArg)}…`;
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemTexts, code);
}
