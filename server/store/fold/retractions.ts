import type { EventOf } from '../../../core/log/events';
import { touchRenamed } from './labels';
import { isLater, type Fold, type FoldContext, type FoldedAct } from './context';

/** Takes an act back, or restores it: the later of the two stands, whether or not the act itself is here yet. */
function foldTaken(context: FoldContext, act: FoldedAct<EventOf<'retracted' | 'restored'>>): void {
  const { db } = context;
  const retracted = act.body.type === 'retracted' ? 1 : 0;
  context.anyRetracted = true;
  const known = db.row('select at, id from retractions where act = ?', [act.body.act]);
  if (known && !isLater(act, { at: Number(known[0]), id: String(known[1]) })) return;
  db.run(
    'insert into retractions(act, at, id, retracted) values (?, ?, ?, ?) on conflict(act) do update set at = excluded.at, id = excluded.id, retracted = excluded.retracted',
    [act.body.act, act.at, act.id, retracted],
  );
  const row = db.row('select a, n, retracted from acts where id = ?', [act.body.act]);
  if (!row || row[2] === retracted) return;
  db.run('update acts set retracted = ? where a = ?', [retracted, Number(row[0])]);
  touchActed(context, Number(row[0]), row[1] === null ? undefined : Number(row[1]));
}

/** Whatever this act changed has to be worked out again. */
function touchActed(context: FoldContext, a: number, n: number | undefined): void {
  if (n !== undefined) context.touch(n);
  for (const [marked] of context.db.rows('select distinct n from marks where a = ?', [a])) context.touchMarks(Number(marked));
  if (context.db.row('select a from label_acts where a = ?', [a])) {
    touchRenamed(context);
    context.labels.refold();
    context.recountLabels();
  }
}

export const foldRetracted: Fold<'retracted'> = foldTaken;
export const foldRestored: Fold<'restored'> = foldTaken;

/** Whether an act that comes now was taken back before. */
export function isRetracted({ db, anyRetracted }: FoldContext, act: string): boolean {
  return anyRetracted && db.number('select retracted from retractions where act = ?', [act]) === 1;
}
