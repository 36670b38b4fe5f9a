import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  object: 'a map',
  record: 'a map',
};

/** Why a schema refuses a value, in the words of someone who writes YAML. */
export function reasonOf(issue: Issue, missing: boolean): string {
  if (missing) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((value) => `\`${String(value)}\``).join(', ')}`.replace(/, (?=[^,]*$)/, ' or ');
    case 'too_small':
      return sizeReason(issue.origin, Number(issue.minimum), 'at least');
    case 'too_big':
      return sizeReason(issue.origin, Number(issue.maximum), 'at most');
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return unionReason(issue);
    default:
      return 'is not in the right form';
  }
}

function sizeReason(origin: string, limit: number, bound: 'at least' | 'at most'): string {
  if (origin === 'string') return limit === 1 && bound === 'at least' ? 'is empty' : `must have ${bound} ${limit} characters`;
  if (origin === 'array' || origin === 'set')
    return limit === 1 && bound === 'at least' ? 'is empty' : `must have ${bound} ${limit} entries`;
  return `must be ${bound} ${limit}`;
}

/** What the alternatives would take; when one of them got further than the type, what it missed. */
function unionReason(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const first = issue.errors.map((errors) => errors[0]).filter((error) => error !== undefined);
  const further = first.find((error) => error.path.length > 0);
  if (further) return `\`${further.path.join('.')}\` ${reasonOf(further, false)}`;
  const wishes = [...new Set(first.map((error) => reasonOf(error, false)).filter((reason) => reason.startsWith('must be ')))];
  const named = wishes.map((reason, i) => (i === 0 ? reason : reason.slice('must be '.length)));
  return named.length === 0 ? 'is not in the right form' : named.join(' or ');
}
