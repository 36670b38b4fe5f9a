import type { Kind } from '../../core/redact/kinds';
import { Redactor } from '../../core/redact/redact';

/** What may well be somebody's name, or look like it. Everything else that is masked is a secret. */
const harmless: Kind[] = ['card', 'iban', 'ssn', 'phone', 'email', 'ip'];

/**
 * Reviewers as acts may carry them: a token that ended up in somebody's git settings must not get into a log that others
 * see. Whatever the settings say of masking conversations.
 */
export function reviewerNames(): (name: string) => string {
  const redactor = new Redactor({ disabled: harmless });
  const known = new Map<string, string>();
  return (name) => {
    const safe = known.get(name) ?? redactor.redactValue({ name }, {}).value.name;
    known.set(name, safe);
    return safe;
  };
}
