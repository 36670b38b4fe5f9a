import { Uri } from 'vscode';
import type { Method } from '../../../core/protocol/operations';

export const draftScheme = 'loop';

/** What saving a draft records. */
export type DraftKind = Extract<Method, 'feedback.correct' | 'feedback.gold'>;

/** Which answer a draft is for. Only ids: nothing of the conversation is in an address. */
export interface DraftAddress {
  readonly trace: string;
  readonly turn: number;
  readonly kind: DraftKind;
  /** The answer's text, or its tool calls as JSON. */
  readonly part: 'text' | 'tool_calls';
  /** The untouched answer beside the draft. */
  readonly original: boolean;
}

const files = { text: 'answer.md', tool_calls: 'tool-calls.json' } as const;

/** `loop:/correct/<trace>/<turn>/answer.md`, the original under `loop:/original/…`. */
export function draftUri({ trace, turn, kind, part, original }: DraftAddress): Uri {
  const folder = original ? 'original' : kind === 'feedback.gold' ? 'gold' : 'correct';
  return Uri.from({ scheme: draftScheme, path: `/${folder}/${trace}/${turn}/${files[part]}` });
}

export function readAddress(uri: Uri): DraftAddress | undefined {
  const [, folder, trace, turn, file] = uri.path.split('/');
  const part = file === files.text ? 'text' : file === files.tool_calls ? 'tool_calls' : undefined;
  const known = folder === 'original' || folder === 'gold' || folder === 'correct';
  if (uri.scheme !== draftScheme || !known || !trace || !part || !/^-?\d+$/.test(turn ?? '')) return undefined;
  const kind = folder === 'gold' ? 'feedback.gold' : 'feedback.correct';
  return { trace, turn: Number(turn), kind, part, original: folder === 'original' };
}
