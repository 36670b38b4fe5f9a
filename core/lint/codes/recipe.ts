import type { CodeTable } from './table';

/** DST: recipes (RUBRICS §11). */
export const recipeCodes = {
  DST001: {
    severity: 'error',
    message: '`{key}` is missing.',
    variants: {
      version: { message: '`version` must be 1.' },
      newer: { message: 'Version {v} is newer than this editor knows.' },
      name: { message: '`name` must be text of 1 to 120 characters.' },
      method: { message: '`{method}` is no method: sft, dpo, kto or grpo.' },
      near: { message: '`{method}` is no method. Did you mean `{near}`?' },
    },
  },
  DST002: {
    severity: 'warning',
    message: '`{key}` is not a key of {what}.',
    variants: {
      near: { severity: 'error', message: '`{key}` is not a key of {what}. Did you mean `{near}`?' },
      merge: { severity: 'error', message: '`<<` merges nothing here, as in YAML 1.2. Write the keys themselves.' },
    },
  },
  DST003: {
    severity: 'error',
    message: '`grpo` needs `graders`, a `judge` or gold answers in the slice.',
    variants: {
      gold: { severity: 'information', message: 'Neither `graders` nor a `judge`: rewards come from gold answers alone.' },
    },
  },
  DST004: {
    severity: 'error',
    message: '`{key}` is between 0 and 1.',
    variants: { ignored: { severity: 'hint', message: '`{key}` has no effect on {method}.' } },
  },
  DST005: {
    severity: 'error',
    message: '`holdout_percent` is between 0 and 90.',
    variants: {
      none: { severity: 'warning', message: 'No holdout: there will be no way to tell whether training helped (no_holdout).' },
    },
  },
  DST006: {
    severity: 'error',
    message: '`sample` is a whole number above 0.',
    variants: {
      larger: { severity: 'information', message: 'The slice holds {m} conversations, fewer than {n}: all are taken.' },
    },
  },
  DST007: {
    severity: 'warning',
    message: 'Selects nothing: a conversation with a label is not `unlabelled`.',
    variants: {
      dates: { message: 'Selects nothing: `since` is after `until`.' },
      label: { message: 'Labels are stored lower-case and trimmed: `{label}` never matches.' },
      none: { message: 'No recorded conversation is in this slice (0 of {n}).' },
      near: { message: 'No recorded conversation is in this slice (0 of {n}). Did you mean the label `{near}`?' },
    },
  },
  DST008: {
    severity: 'error',
    message: '`{file}` does not exist.',
    variants: {
      broken: { message: '`{file}` has errors of its own.' },
      outside: { message: '`{file}` leaves the workspace.' },
      kind: { message: '`{file}` is no {kind} file.' },
    },
  },
  DST009: {
    severity: 'error',
    message: 'Two exports write to `{path}`.',
    variants: {
      outside: { severity: 'warning', message: '`{path}` leaves the workspace.' },
      pattern: { severity: 'warning', message: 'Trainers take `[ ] * ?` in `{path}` for a pattern.' },
    },
  },
  DST010: {
    severity: 'warning',
    message: '{message} ({code}).',
    variants: { nothing: { severity: 'information', message: 'None of the {n} conversations in the slice gives a row yet.' } },
  },
  DST011: { severity: 'information', message: 'The last build (version {version}) has {was} rows; now it would have {now}.' },
  DST012: {
    severity: 'warning',
    message: '{n} conversations of the last build’s holdout train in `{name}` (version {version}).',
    variants: { one: { message: 'One conversation of the last build’s holdout trains in `{name}` (version {version}).' } },
  },
  DST013: { severity: 'error', message: '{what}: {reason}.' },
} as const satisfies CodeTable;
