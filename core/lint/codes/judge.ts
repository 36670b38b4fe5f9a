import type { CodeTable } from './table';

/** JDG00x–04x: front matter of a judge (RUBRICS §7.3). */
const keyCodes = {
  JDG001: {
    severity: 'error',
    message: '`{key}` is missing.',
    variants: {
      version: { message: '`version` must be 1.' },
      newer: { message: 'Version {v} is newer than this editor knows.' },
      type: { message: '`name` must be text of 1 to 120 characters.' },
    },
  },
  JDG002: { severity: 'error', message: 'A judge needs at least one dimension.' },
  JDG003: { severity: 'error', message: 'Two dimensions are called `{key}`.' },
  JDG004: {
    severity: 'error',
    message: '`key` must be a slug (a–z, 0–9, `-`): it is the field name in the reply.',
    variants: { missing: { message: 'A dimension needs a `key`.' } },
  },
  JDG005: { severity: 'error', message: 'Say what `{key}` measures: give it a `description`.' },
  JDG006: {
    severity: 'warning',
    message: '`{key}` is not a key of {what}.',
    variants: {
      near: { severity: 'error', message: '`{key}` is not a key of {what}. Did you mean `{near}`?' },
      merge: { severity: 'error', message: '`<<` merges nothing here, as in YAML 1.2. Write the keys themselves.' },
    },
  },
  JDG007: { severity: 'error', message: '{what}: {reason}.' },
  JDG020: {
    severity: 'error',
    message: '`min` must be below `max`.',
    variants: {
      step: { message: 'Step {step} does not divide {min}..{max}.' },
      finite: { message: 'A scale needs finite numbers.' },
      form: { message: '`scale` is `boolean`, `unit` or { min, max, step }.' },
    },
  },
  JDG021: { severity: 'information', message: 'Judges cannot repeat a scale of {n} steps: use 1 to 5 or boolean.' },
  JDG022: { severity: 'hint', message: 'Say what {min} and {max} look like.' },
  JDG023: {
    severity: 'error',
    message: 'Anchor `{anchor}` is outside the scale {min}..{max}.',
    variants: {
      step: { message: 'Anchor `{anchor}` is between two steps of the scale.' },
      number: { message: 'Anchor `{anchor}` is not a number.' },
    },
  },
  JDG025: { severity: 'information', message: 'Dimensions with different scales are easily confused.' },
  JDG026: { severity: 'hint', message: 'No scale: 0 to 1 is assumed.' },
  JDG027: {
    severity: 'warning',
    message: 'Two anchors say the same.',
    variants: { order: { message: 'The anchor of {anchor} sounds like the other end of the scale.' } },
  },
  JDG030: { severity: 'warning', message: 'Weight 0: the dimension never counts.' },
  JDG031: { severity: 'error', message: 'Weight must be a finite number above 0.' },
  JDG032: { severity: 'error', message: '`{key}` is between 0 and 1.' },
  JDG033: { severity: 'information', message: 'A score exactly on {threshold} is refused (score_on_the_fence).' },
  JDG040: { severity: 'error', message: '`sample` is a whole number above 0.' },
  JDG041: {
    severity: 'warning',
    message: 'Selects nothing: a conversation with a label is not `unlabelled`.',
    variants: {
      dates: { message: 'Selects nothing: `since` is after `until`.' },
      label: { message: 'Labels are stored lower-case and trimmed: `{label}` never matches.' },
    },
  },
  JDG042: { severity: 'information', message: 'No selection: every conversation will be judged.' },
  JDG043: {
    severity: 'warning',
    message: 'Gold answers written by a model are distillation: your model will imitate it.',
  },
  JDG044: {
    severity: 'warning',
    message: 'No recorded conversation is in this selection (0 of {n}).',
    variants: { near: { message: 'No recorded conversation is in this selection (0 of {n}). Did you mean the label `{near}`?' } },
  },
  JDG060: {
    severity: 'information',
    message: '{n} runs used an earlier text; their verdicts do not change.',
    variants: { one: { message: 'One run used an earlier text; its verdicts do not change.' } },
  },
} as const satisfies CodeTable;

/** JDG01x, 024, 05x, 06x: the words of a judge. */
const wordCodes = {
  JDG010: { severity: 'error', message: 'The instructions are empty.' },
  JDG011: { severity: 'hint', message: 'The instructions never speak of `{key}`.' },
  JDG012: { severity: 'warning', message: '`{heading}` is not a dimension: a score for it would be refused.' },
  JDG013: { severity: 'information', message: 'Length bias is not addressed: judges prefer longer answers.' },
  JDG014: { severity: 'warning', message: 'Asks two things at once: split it.' },
  JDG015: { severity: 'warning', message: '`{a}` and `{b}` measure nearly the same.' },
  JDG016: { severity: 'information', message: '"{word}" is not defined.' },
  JDG017: { severity: 'warning', message: 'Steers the judge towards a score: "{text}".' },
  JDG018: { severity: 'information', message: 'Not repeatable: "{text}".' },
  JDG019: { severity: 'hint', message: 'Prefer "must" or "score 1 when" to "{word}".' },
  JDG024: { severity: 'warning', message: 'The instructions say {said}, the scale is {scale}.' },
  JDG050: { severity: 'warning', message: 'The loop adds the reply format; a second one contradicts it.' },
  JDG051: { severity: 'warning', message: 'One answer is judged at a time: there is no "{text}".' },
  JDG052: { severity: 'error', message: '`{placeholder}` is never filled: the conversation is added for you.' },
  JDG053: { severity: 'warning', message: 'Rewards length: "{text}".' },
  JDG054: { severity: 'information', message: '{n} dimensions in one judge: 4 to 6 are scored more reliably.' },
  JDG055: { severity: 'warning', message: 'Say what good looks like: 1.0 must be the good end.' },
  JDG056: { severity: 'error', message: 'Says both that {a} is best and that {b} is.' },
  JDG057: { severity: 'error', message: 'This looks like {what}, and this text is sent to whatever model you choose.' },
  JDG058: { severity: 'information', message: 'The judge sees the conversation only: it cannot look at "{text}".' },
  JDG059: { severity: 'information', message: 'Say what to do when there is nothing to judge.' },
  JDG061: { severity: 'information', message: 'A rule is free and always agrees: move "{text}" to a grader.' },
  JDG062: { severity: 'hint', message: 'Names a model ("{text}"): judges prefer their own kind.' },
} as const satisfies CodeTable;

export const judgeCodes = { ...keyCodes, ...wordCodes } as const;
