/** When each model of each source was seen; `recent`: among the newest 10 % of its source. */
export interface ModelSpan {
  readonly source: string;
  readonly model: string;
  readonly first: string;
  readonly last: string;
  readonly recent: boolean;
}

/** Tells whether a model was replaced: another one of its source came later, and it is gone from the newest traces. */
export function replacedModels(spans: readonly ModelSpan[]): (source: string, model: string | undefined) => boolean {
  const replaced = new Set<string>();
  for (const span of spans) {
    const later = spans.some((other) => other.source === span.source && other.model !== span.model && other.first > span.first);
    if (later && !span.recent) replaced.add(key(span.source, span.model));
  }
  return (source, model) => model !== undefined && replaced.has(key(source, model));
}

function key(source: string, model: string): string {
  return JSON.stringify([source, model]);
}
