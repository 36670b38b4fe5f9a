import type { CancellationToken } from 'vscode';

/** The editor's cancellation as the engine takes it. */
export function cancelOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  else token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
