import { normaliseLabel } from '../../../core/feedback/label';
import type { Fold, FoldContext } from './context';

export const foldLabelParent: Fold<'label_parent_set'> = (context, { a, body }) => {
  const { db, words, labels } = context;
  const parent = body.parent === null ? null : words.number(normaliseLabel(body.parent));
  db.run('insert into label_acts(a, label, parent, renamed) values (?, ?, ?, 0)', [
    a,
    words.number(normaliseLabel(body.label)),
    parent,
  ]);
  labels.refold();
  context.recountLabels();
};

/** Renames or merges: traces with `from` have `to` from then on. */
export const foldLabelRenamed: Fold<'label_renamed'> = (context, { a, body }) => {
  const { db, words, labels } = context;
  const from = words.number(normaliseLabel(body.from));
  const to = words.number(normaliseLabel(body.to));
  db.run('insert into label_acts(a, label, parent, renamed) values (?, ?, ?, 1)', [a, from, to]);
  touchRenamed(context);
  labels.refold();
  context.recountLabels();
};

/** Every trace whose labels may depend on a renaming: acts come in any order, so all renamings are looked at. */
export function touchRenamed(context: FoldContext): void {
  const { db } = context;
  const renamed = 'select label from label_acts where renamed = 1 union select parent from label_acts where renamed = 1';
  const rows = db.rows(
    `select n from trace_labels where label in (${renamed}) union select n from marks where kind = 0 and word in (${renamed})`,
  );
  for (const [n] of rows) context.touchMarks(Number(n));
}
