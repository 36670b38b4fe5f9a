import stringify from 'fast-json-stable-stringify';
import type { ExportInput } from './target';

/** What an export did to the rows on the way. */
export interface ExportNotes {
  readonly refused: Readonly<Record<string, number>>;
  readonly notes: Readonly<Record<string, number>>;
  /** Redaction markers in the written rows, by kind. */
  readonly redactions: Readonly<Record<string, number>>;
}

/** `card.json`: where a folder of training files comes from. Same dataset, same bytes. */
export function cardText(target: string, input: ExportInput, files: Readonly<Record<string, number>>, made: ExportNotes): string {
  const { dataset, options, rewards } = input;
  const card = {
    made_by: 'conscious-loop',
    target,
    options,
    dataset_id: dataset.dataset_id,
    name: dataset.recipe.name,
    version: dataset.version,
    method: dataset.recipe.method,
    hash: dataset.hash,
    built_hash: dataset.built_hash,
    recipe: dataset.recipe,
    report: dataset.report,
    graders: (rewards?.graders ?? []).map(({ name, hash }) => ({ name, hash })),
    judges: rewards?.judge ? [{ name: rewards.judge.name, hash: rewards.judge.hash }] : [],
    files,
    ...made,
  };
  return `${JSON.stringify(JSON.parse(stringify(card)), null, 2)}\n`;
}
