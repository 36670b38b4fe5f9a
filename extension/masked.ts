import { l10n } from 'vscode';
import { isKind, type Kind } from '../core/redact/kinds';
import { withNames } from '../core/redact/marker';
import { oneLine } from './plain';

/** Text of a conversation for one line of the editor's own screens: what was masked is named, `‹phone number›`. */
export function readable(text: string, limit = 200): string {
  return oneLine(withNames(text, kindWords), limit);
}

/** What a mask stands for, in the user's words; an own pattern's kind is its own name. */
export function kindWords(kind: string): string {
  return isKind(kind) ? names()[kind] : kind.replaceAll('_', ' ');
}

function names(): Readonly<Record<Kind, string>> {
  return {
    private_key: l10n.t('private key'),
    api_key: l10n.t('API key'),
    jwt: l10n.t('JWT'),
    auth_header: l10n.t('authorization'),
    url_credentials: l10n.t('password in a URL'),
    password: l10n.t('password'),
    card: l10n.t('card number'),
    iban: l10n.t('IBAN'),
    ssn: l10n.t('social security number'),
    phone: l10n.t('phone number'),
    email: l10n.t('e-mail'),
    ip: l10n.t('IP address'),
  };
}
