import { l10n } from 'vscode';
import { isReasonCode, reasonTexts } from '../../core/grade/reasons';

/** Why a rule came out so, in the user's language; a code of another version is shown in its English words. */
export function reasonWords(reason: {
  code: string;
  args?: Record<string, string | number> | undefined;
  message: string;
}): string {
  return isReasonCode(reason.code) ? l10n.t(reasonTexts[reason.code], { ...reason.args }) : reason.message;
}
