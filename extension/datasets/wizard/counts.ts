import { l10n } from 'vscode';
import { Problem } from '../../../core/lib/problem';
import type { Result } from '../../../core/protocol/operations';
import type { Host } from '../../host';
import { number, problemWords, rows, traces } from '../../words';
import { previewOf, type BuildState } from './state';

export type Preview = Result<'dataset.preview'>;

/** What a build would give now, in words; nothing when the question was answered meanwhile. A problem is its sentence. */
export async function previewWords(
  host: Host,
  state: BuildState,
  gone: AbortSignal,
  words: (counted: Preview) => string,
): Promise<string | undefined> {
  try {
    const counted = await host.engine.call('dataset.preview', previewOf(state), { cancel: gone });
    return gone.aborted ? undefined : words(counted);
  } catch (error) {
    if (gone.aborted) return undefined;
    if (error instanceof Problem) return problemWords(error);
    throw error;
  }
}

/** `171 rows: 137 train, 34 holdout`. */
export function rowWords({ rows: count, train_rows, holdout_rows }: Preview): string {
  if (holdout_rows === 0) return rows(count);
  return l10n.t('{0}: {1} train, {2} holdout', rows(count), number(train_rows), number(holdout_rows));
}

/** `171 rows from 180 of 214 traces`. */
export function sliceWords(counted: Preview): string {
  return l10n.t('{0} from {1} of {2}', rows(counted.rows), number(counted.traces_in), traces(counted.slice_size));
}
