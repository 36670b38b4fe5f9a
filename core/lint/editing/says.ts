import type { FileKind } from '../kinds';
import { skillSays } from './says-skill';
import type { Step } from './shape';

/** What a key means, in one or two sentences. */
type Words = Readonly<Record<string, string>>;

const grader: Words = {
  $schema: 'Address of a JSON Schema, for other editors. Not read here.',
  version: 'The version of this format: `1`.',
  name: 'What the grader is called in scores and reports. 1 to 120 characters.',
  description: 'What is checked, and why. For people; 1024 characters at most.',
  pass_threshold: 'A conversation passes at or above this score. 0.7 when absent.',
  auto: 'Grade conversations as they arrive, without being asked. Off when absent.',
  slices: 'Filters by name, for rules to refer to with `slice`.',
  rules: 'What is checked, 1 to 200 rules. Score = weight of the rules that pass ÷ weight of those that pass or fail.',
  examples: 'Answers with the verdicts they must get. They are checked as you type.',
};

const rule: Words = {
  id: 'The rule’s name in results and examples: a–z, 0–9 and `-`, unique in the file. Made from the title when absent.',
  title: 'What the rule asks, for people. 120 characters at most.',
  type: 'What kind of check this is.',
  weight: 'How much the rule counts, above 0, at most 1000. 1 when absent.',
  slice: 'Where the rule applies: a name from `slices`, or a filter of its own. Without one it applies to every conversation.',
  enabled: '`false` keeps the rule and leaves it out of the score.',
  note: 'A remark for people.',
};

const ofRule: Readonly<Record<string, Words>> = {
  contains: {
    all: 'Phrases that must all occur in the answer.',
    any: 'Phrases of which at least one must occur.',
    none: 'Phrases of which none may occur.',
    ignore_case: 'Capital and small letters count alike. On when absent.',
    whole_word: 'A phrase counts only where words begin and end. Off when absent.',
  },
  exact: {
    expected: 'The answer, word for word; several in a list are alternatives.',
    reference: '`gold`: compare with the gold answer of the conversation. Skipped where there is none.',
    at: 'Which part of the answer must be equal. `whole` when absent.',
    ignore_case: 'Capital and small letters count alike. On when absent.',
    ignore_spacing: 'Runs of blanks count as one, and none at the ends. On when absent.',
  },
  number: {
    expected: 'The number the answer must hold, compared by value: 12.00 is 12.',
    reference: '`gold`: compare with the number in the gold answer. Skipped where there is none.',
    min: 'The smallest number that passes.',
    max: 'The largest number that passes.',
    tolerance: 'How far from the expected number an answer may be.',
    tolerance_percent: 'How far from the expected number an answer may be, in percent of it.',
    pick: 'Which number of the answer counts. `last` when absent.',
    decimal: 'The decimal mark in answers. `.` when absent.',
  },
  json: {
    extract: 'Where the JSON is: the whole answer, a fenced block, or the first value in it. `whole` when absent.',
    required: 'Dotted paths that must be there: `refund.amount`.',
    schema: 'A JSON Schema the value must meet, written here or as a path beside this file.',
  },
  regex: {
    pattern: 'A pattern in RE2 syntax (linear time: no lookahead, no backreference). Single quotes keep backslashes as they are.',
    flags: '`i` ignores case, `m` lets `^` and `$` match at line ends, `s` lets `.` match line ends, `u` is always on.',
    expect: 'Whether the pattern must be found. `match` when absent.',
    engine: '`re2` (linear time, when absent) or `js` (lookahead and backreferences, stopped after 100 ms).',
  },
  tool_call: {
    tool: 'The tool that must be called. Looks at calls, never at text.',
    any_of: 'Tools of which one must be called.',
    expect: 'Whether the tool must be called or must not. `called` when absent.',
    args: 'What its arguments must be, by name.',
    count: 'How often it must be called.',
  },
};

const slice: Words = {
  label: 'A label; a parent label covers those under it. A list widens.',
  attributes: 'Attributes by key, exact within the key. A list of values widens.',
  source: 'Where conversations come from. A list widens.',
  model: 'The model that answered. A list widens.',
  since: 'From this day on, in UTC: `2026-09-01`, or a time.',
  until: 'Up to this day, which is included, in UTC.',
  state: 'Where the review stands.',
  reviewer: 'Who judged. A list widens.',
  has: 'What has been said about a conversation, or what it holds. A list widens.',
  unlabelled: '`true`: conversations without any label.',
  text: 'Words anywhere in the conversation, capital and small letters alike.',
  not: 'Keys that must not hold; each excludes on its own.',
  sample: 'How many conversations are drawn.',
  seed: 'The draw: the same seed draws the same conversations. 1 when absent.',
  only_unscored: '`true`: leave out what this judge has scored before.',
};

const groups: Readonly<Record<string, Words>> = {
  grader,
  rule,
  slice,
  argument: {
    equals: 'The value the argument must have.',
    matches: 'A pattern (RE2) the argument must match.',
    present: '`true`: the argument must be given; `false`: it must not.',
  },
  count: { min: 'Called at least this often.', max: 'Called at most this often.' },
  example: {
    name: 'What the example shows.',
    answer: 'The answer that is checked.',
    gold: 'The gold answer of the conversation, for rules that refer to it.',
    labels: 'Labels the conversation has, for rules with a slice.',
    parents: 'Parents of labels: `refunds: billing`.',
    attributes: 'Attributes the conversation has.',
    tool_calls: 'Tools the answer calls.',
    expect: 'The verdict each rule must come to.',
    score: 'The score the example must get; `null`: no rule applies.',
  },
  call: { name: 'The tool.', arguments: 'What it is called with.' },
  judge: {
    $schema: grader['$schema'] ?? '',
    version: 'The version of this format: `1`.',
    name: 'What the judge is called in runs and reports. 1 to 120 characters.',
    description: 'What is judged. For people; 1024 characters at most.',
    model: 'A hint for whoever runs the judge. Nothing is called from here.',
    dimensions: 'What is scored, each on its own; 1 to 12, better 4 to 6.',
    selection: 'Which conversations are judged. All when absent.',
    pass_threshold: 'An answer passes at or above this weighted mean of normalised scores. 0.7 when absent.',
    label_threshold: 'Scores above it make a desirable row, below it an undesirable one. 0.5 when absent.',
    write_gold: 'Let the judge write gold answers. Off when absent: a model that learns from them imitates the judge’s model.',
  },
  dimension: {
    key: 'The field in the judge’s reply: a–z, 0–9 and `-`. A section `## key` in the instructions says more about it.',
    description: 'What is measured, one thing only. 1 to 500 characters.',
    scale: '`boolean`, `unit` (0 to 1, when absent), or `{ min, max, step }`.',
    weight: 'How much the dimension counts in the mean. 1 when absent.',
    anchors: 'What a score looks like, by score. Judges repeat themselves better with them.',
  },
  scale: { min: 'The worst score.', max: 'The best score.', step: 'The distance between scores; whole numbers when absent.' },
  recipe: {
    version: 'The version of this format: `1`.',
    name: 'What the dataset is called. 1 to 120 characters.',
    method: 'What the rows are for.',
    slice: 'Which conversations are taken. All when absent.',
    sample: 'How many conversations are drawn from the slice.',
    seed: 'The draw: the same seed draws the same conversations. 1 when absent.',
    holdout_percent: 'The newest part in percent, in whole tasks, kept out of training. 0 to 90; 0 when absent.',
    min_score: 'sft: answers nobody judged are taken at or above this score. 0.7 when absent.',
    min_margin: 'dpo: how far apart two scores must be to make a pair. 0 when absent.',
    label_threshold: 'kto: scores above are desirable, below undesirable. 0.5 when absent.',
    on_dispute: 'What becomes of answers that reviewers disagree about. `leave_out` when absent.',
    include_tainted: 'Take conversations marked as unfit for training too. Off when absent.',
    score_from: 'Whose scores count. The highest-ranking there are, when absent.',
    only_unscored: '`true`: leave out what has been scored before.',
    graders: 'grpo: grader files whose rules give the reward; paths relative to this file.',
    judge: 'grpo: the judge file whose rubric gives the reward; a path relative to this file.',
    exports: 'Where the dataset is written, and for which trainer.',
  },
  export: {
    target: 'The trainer the files are for.',
    path: 'The folder, relative to this file.',
    tool_output_chars: 'Tool outputs longer than this are cut.',
  },
  skill: skillSays,
};

/** What a word means where one of several is chosen. */
const words: Readonly<Record<string, Words>> = {
  type: {
    contains: 'Phrases that must or must not occur.',
    exact: 'The answer, word for word.',
    number: 'A number, compared by value.',
    json: 'Valid JSON, with required keys or a schema.',
    regex: 'A pattern, matched in linear time.',
    tool_call: 'Which tools are called, how often and with what.',
    skill: 'Instructions an agent loads when it needs them.',
    expert: 'A small model with triggers and a life of its own.',
  },
  method: {
    sft: 'Conversations with one good answer.',
    dpo: 'Pairs of a better and a worse answer.',
    kto: 'Answers that are desirable or not.',
    grpo: 'Questions with a reward, no answers.',
  },
  scale: { boolean: 'No or yes, 0 or 1.', unit: 'Any number from 0 to 1.' },
  on_dispute: {
    leave_out: 'Leave them out.',
    latest: 'The newest verdict counts.',
    majority: 'What most reviewers say counts.',
  },
  at: { whole: 'The whole answer.', start: 'Its beginning.', end: 'Its end.' },
  extract: {
    whole: 'The answer is JSON and nothing else.',
    fenced: 'The first fenced block holds it.',
    first: 'The first JSON value in the text.',
  },
  pick: {
    first: 'The first number.',
    last: 'The last number.',
    any: 'Any of them.',
    only: 'The only one; an answer with several fails.',
  },
};

/** Which group of keys stands in the map at this path. */
export function groupAt(kind: FileKind, path: readonly Step[]): string | undefined {
  const names = path.filter((step) => step !== null);
  const last = names.at(-1);
  if (path.length === 0) return kind;
  if (last === 'not' || last === 'slice' || last === 'selection' || (names.length === 2 && names[0] === 'slices')) return 'slice';
  const item = path.at(-1) === null;
  if (last === 'rules' && item) return 'rule';
  if (last === 'examples' && item && kind === 'grader') return 'example';
  if (last === 'tool_calls' && item) return 'call';
  if (last === 'count') return 'count';
  if (names.at(-2) === 'args') return 'argument';
  if (last === 'dimensions' && item) return 'dimension';
  if (last === 'scale') return 'scale';
  return last === 'exports' && item ? 'export' : undefined;
}

/** What a key means at this place; `type` is the rule's. */
export function saysOfKey(kind: FileKind, path: readonly Step[], key: string, type?: string): string | undefined {
  const group = groupAt(kind, path);
  if (group === undefined) return undefined;
  const own = group === 'rule' ? ofRuleType(type, key) : undefined;
  return own ?? held(groups[group], key);
}

function ofRuleType(type: string | undefined, key: string): string | undefined {
  if (type !== undefined && Object.hasOwn(ofRule, type)) return held(ofRule[type], key);
  return Object.values(ofRule).flatMap((known) => held(known, key) ?? [])[0];
}

export function saysOfWord(key: string, word: string): string | undefined {
  return held(Object.hasOwn(words, key) ? words[key] : undefined, word);
}

/** Every text above, for whoever puts them into other languages. */
export function allSays(): readonly string[] {
  return [groups, ofRule, words].flatMap((table) => Object.values(table).flatMap((texts) => Object.values(texts)));
}

function held(from: Words | undefined, key: string): string | undefined {
  return from && Object.hasOwn(from, key) ? from[key] : undefined;
}
