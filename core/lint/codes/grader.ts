import type { CodeTable } from './table';

/** GRD00x–02x: the file, its rules, phrases (RUBRICS §6.3). */
const ruleCodes = {
  GRD001: {
    severity: 'error',
    message: '`version: 1` is missing.',
    variants: { newer: { message: 'Version {v} is newer than this editor knows.' }, wrong: { message: '`version` must be 1.' } },
  },
  GRD002: { severity: 'error', message: 'A grader needs at least one rule.' },
  GRD003: { severity: 'error', message: '`id` must be a slug (a–z, 0–9, `-`).' },
  GRD004: { severity: 'error', message: 'Two rules are called `{id}`.' },
  GRD005: {
    severity: 'error',
    message: 'Unknown rule type `{written}`: contains, exact, number, json, regex or tool_call.',
    variants: {
      near: { message: 'Unknown rule type `{written}`. Did you mean `{near}`?' },
      missing: { message: 'A rule needs a `type`: contains, exact, number, json, regex or tool_call.' },
    },
  },
  GRD006: {
    severity: 'warning',
    message: '`{key}` is not a key of {what}.',
    variants: {
      near: { severity: 'error', message: '`{key}` is not a key of {what}. Did you mean `{near}`?' },
      merge: { severity: 'error', message: '`<<` merges nothing here, as in YAML 1.2. Write the keys themselves.' },
    },
  },
  GRD007: { severity: 'warning', message: 'Weight 0: the rule never counts. Use `enabled: false` to keep it.' },
  GRD008: { severity: 'error', message: 'Weight must be a finite number above 0, and at most 1000.' },
  GRD009: { severity: 'error', message: 'Expected a number, got the text "{text}".' },
  GRD010: { severity: 'information', message: 'This rule holds {p} % of the weight{where}.' },
  GRD011: { severity: 'hint', message: '`id` is missing: it is made from the title.' },
  GRD012: { severity: 'warning', message: 'Every rule is disabled: the score is always null.' },
  GRD013: { severity: 'error', message: 'Phrases must be text: `{source}` is {type}.' },
  GRD014: { severity: 'error', message: '{what}: {reason}.' },
  GRD020: { severity: 'error', message: 'Nothing to check: give `all`, `any` or `none`.' },
  GRD021: { severity: 'error', message: 'Can never pass: "{a}" is required and contains the forbidden "{b}".' },
  GRD022: {
    severity: 'warning',
    message: 'Cannot both pass: `{id}` forbids "{phrase}", which this rule requires.',
    variants: { covered: { severity: 'hint' } },
  },
  GRD023: { severity: 'warning', message: '"{phrase}" is listed twice once case and blanks are ignored.' },
  GRD024: { severity: 'hint', message: '"{a}" is implied by "{b}".' },
  GRD025: {
    severity: 'information',
    message: 'A very short phrase matches almost anything.',
    variants: { blanks: { message: 'Blanks at the ends of a phrase are part of it.' } },
  },
  GRD026: { severity: 'warning', message: 'Same check as `{id}`.' },
  GRD027: { severity: 'hint', message: 'Exact wording as long as this ({n} characters) is rarely repeated.' },
} as const satisfies CodeTable;

/** GRD03x–05x: exact answers, numbers, JSON. */
const valueCodes = {
  GRD030: {
    severity: 'error',
    message: 'Give `expected` or `reference`.',
    variants: { both: { message: 'Give `expected` or `reference`, not both.' } },
  },
  GRD031: { severity: 'warning', message: 'The exact answer does not contain "{phrase}", required by `{id}`.' },
  GRD032: { severity: 'information', message: 'None of the {n} conversations in this slice has a gold answer.' },
  GRD040: {
    severity: 'error',
    message: 'Give `expected`, `reference` or `min`/`max`.',
    variants: { both: { message: 'Give only one of `expected`, `reference` and `min`/`max`.' } },
  },
  GRD041: { severity: 'error', message: 'Tolerance cannot be negative.' },
  GRD042: { severity: 'warning', message: 'Tolerance {t} is not smaller than the expected {e}: 0 would pass.' },
  GRD043: { severity: 'warning', message: 'A percentage of 0 is 0: use `tolerance`.' },
  GRD044: { severity: 'warning', message: '{n} cannot be held exactly (above 2^53): it becomes {m}.' },
  GRD045: { severity: 'error', message: '`min` is above `max`.' },
  GRD046: {
    severity: 'information',
    message: 'A case ends in a date or a number of another kind, and the last number counts: consider `pick: any`.',
  },
  GRD050: { severity: 'error', message: 'Not a valid JSON Schema: {where} {reason}.' },
  GRD051: { severity: 'error', message: '`{key}` is required, but the schema forbids it (`additionalProperties: false`).' },
  GRD052: {
    severity: 'hint',
    message: '`{a}` is implied by `{b}`.',
    variants: { twice: { message: '`{a}` is listed twice.' } },
  },
  GRD053: { severity: 'warning', message: 'A JSON object always contains `{phrase}`, which `{id}` forbids.' },
  GRD054: {
    severity: 'error',
    message: '`{file}` does not exist.',
    variants: {
      json: { message: '`{file}` is not JSON.' },
      outside: { message: '`{file}` leaves the workspace.' },
    },
  },
  GRD055: {
    severity: 'warning',
    message: 'Unknown keyword `{key}` in the schema.',
    variants: { near: { message: 'Unknown keyword `{key}` in the schema. Did you mean `{near}`?' } },
  },
} as const satisfies CodeTable;

/** GRD06x: patterns. */
const patternCodes = {
  GRD060: { severity: 'error', message: 'Not a valid pattern: {reason}.' },
  GRD061: {
    severity: 'error',
    message: '{what} is not in the linear engine (RE2).',
    variants: { other: { message: 'Not accepted by the linear engine (RE2): {what}.' } },
  },
  GRD062: { severity: 'error', message: 'Takes exponential time on "{pump}" repeated.' },
  GRD063: { severity: 'error', message: 'Can never match: {reason}.' },
  GRD064: { severity: 'warning', message: 'Matches the empty text, so it always {verdict}.' },
  GRD065: {
    severity: 'warning',
    message: 'Flag `{flag}` has no effect here.',
    variants: {
      twice: { message: 'Flag `{flag}` is given twice.' },
      // Such a grader is refused as a whole.
      unknown: { severity: 'error', message: 'There is no flag `{flag}`: use `i`, `m`, `s` or `u`.' },
    },
  },
  GRD066: { severity: 'hint', message: '`.` stands for any character; `\\.` is a dot.' },
  GRD067: {
    severity: 'warning',
    message: '`{escape}` in single quotes is a literal backslash.',
    variants: { control: { message: '`{escape}` in double quotes is a control character, not part of the pattern.' } },
  },
  GRD068: {
    severity: 'hint',
    message: '`.*` at the {end} is not needed.',
    variants: { lines: { message: 'Without flag `m`, `^…$` matches only answers of one line.' } },
  },
  GRD069: { severity: 'information', message: '{what} differs in the exported reward (Python).' },
} as const satisfies CodeTable;

/** GRD07x–09x: tool calls, slices, cases. */
const contextCodes = {
  GRD070: { severity: 'error', message: 'Name a `tool` or `any_of`.' },
  GRD071: {
    severity: 'warning',
    message: 'No recorded conversation ever called `{tool}`.',
    variants: { near: { message: 'No recorded conversation ever called `{tool}`. Did you mean `{near}`?' } },
  },
  GRD072: {
    severity: 'error',
    message: '`count.min` is above `count.max`.',
    variants: { never: { message: '`max: 0` can never be called; say `expect: not_called`.' } },
  },
  GRD073: { severity: 'warning', message: '`{id}` wants this tool not called.' },
  GRD074: { severity: 'warning', message: '`{key}` has no effect with `not_called`.' },
  GRD075: {
    severity: 'information',
    message: 'Argument `{argument}` was never seen on `{tool}`.',
    variants: { near: { message: 'Argument `{argument}` was never seen on `{tool}`. Did you mean `{near}`?' } },
  },
  GRD080: {
    severity: 'error',
    message: 'Slice `{slice}` is not defined.',
    variants: { near: { message: 'Slice `{slice}` is not defined. Did you mean `{near}`?' } },
  },
  GRD081: { severity: 'hint', message: 'Slice `{slice}` is not used.' },
  GRD082: {
    severity: 'warning',
    message: 'Can never apply: a conversation with a label is not `unlabelled`.',
    variants: { dates: { message: 'Can never apply: `since` is after `until`.' } },
  },
  GRD083: { severity: 'warning', message: 'Labels are stored lower-case and trimmed: `{label}` never matches.' },
  GRD084: {
    severity: 'warning',
    message: 'No recorded conversation is in this slice (0 of {n}).',
    variants: { near: { message: 'No recorded conversation is in this slice (0 of {n}). Did you mean the label `{near}`?' } },
  },
  GRD085: { severity: 'hint', message: 'No slice: it also marks down every other conversation.' },
  GRD090: {
    severity: 'warning',
    message: 'This case comes out as {was}, not {expected}: the answer {why}.',
    variants: { score: { message: 'The score of this case comes out as {was}, not {expected}.' } },
  },
  GRD091: {
    severity: 'error',
    message: 'No rule is called `{id}`.',
    variants: { near: { message: 'No rule is called `{id}`. Did you mean `{near}`?' } },
  },
  GRD092: { severity: 'hint', message: 'No case shows rule `{id}` {verdict}.' },
  GRD094: {
    severity: 'hint',
    message: 'This rule never told a right answer from a wrong one: it {verdict} all {n} judged answers.',
  },
  GRD093: { severity: 'information', message: 'All cases give the same score: they do not tell good answers from bad.' },
} as const satisfies CodeTable;

export const graderCodes = { ...ruleCodes, ...valueCodes, ...patternCodes, ...contextCodes } as const;
