import type { Fold } from './context';
import { isLater } from './context';

/** The newest switch of a source stands. */
export const foldSourceSwitched: Fold<'source_switched'> = ({ db, words }, act) => {
  const source = words.number(act.body.source);
  const known = db.row('select x.at, x.id from sources s join acts x on x.a = s.a where s.source = ?', [source]);
  if (known && !isLater(act, { at: Number(known[0]), id: String(known[1]) })) return;
  db.run(
    'insert into sources(source, a, recording, retention) values (?, ?, ?, ?) on conflict(source) do update set a = excluded.a, recording = excluded.recording, retention = excluded.retention',
    [source, act.a, act.body.recording ? 1 : 0, act.body.retention_days],
  );
};

/** The rows themselves come from the segments the act names, once these are there. */
export const foldImported: Fold<'imported'> = ({ db, words }, { a, body }) => {
  words.number(body.source);
  db.run('insert into imports(id, a) values (?, ?) on conflict do nothing', [body.import, a]);
};

/** The grades themselves come from the segments it names, as with an import. */
export const foldGraded: Fold<'graded'> = ({ db }, { a, id }) => {
  db.run('insert into imports(id, a) values (?, ?) on conflict do nothing', [id, a]);
};

/** So do the verdicts of a judge. */
export const foldJudged: Fold<'judged'> = ({ db }, { a, id }) => {
  db.run('insert into imports(id, a) values (?, ?) on conflict do nothing', [id, a]);
};

export const foldDatasetBuilt: Fold<'dataset_built'> = ({ db }, { a, at, body }) => {
  db.run('insert into datasets(id, a, at) values (?, ?, ?) on conflict do nothing', [body.dataset, a, at]);
};

export const foldExported: Fold<'exported'> = ({ db }, { a, at, body }) => {
  db.run('insert into exports(id, dataset, a, at) values (?, ?, ?, ?) on conflict do nothing', [
    body.export,
    body.dataset,
    a,
    at,
  ]);
};

/** A tombstone: kept even when nothing it names is here, for what may still arrive. */
export const foldPurged: Fold<'purged'> = (context, { a, at, id, body }) => {
  const { db } = context;
  for (const hash of body.trace_hashes) {
    db.run(
      `insert into purged(hash, at, act) values (?, ?, ?) on conflict(hash) do update set at = excluded.at, act = excluded.act
       where excluded.at > purged.at or (excluded.at = purged.at and excluded.act > purged.act)`,
      [hash, at, id],
    );
  }
  db.run('insert into purges(a, id) values (?, ?)', [a, id]);
  context.sweep();
};

/** What datasets and exports look like after it; the newest purge knows best. */
export const foldPurgeFinished: Fold<'purge_finished'> = ({ db }, { at, id, place, body }) => {
  const stamp = `${String(at).padStart(16, '0')} ${id}`;
  db.run('insert into finished_purges(purge, seg) values (?, ?) on conflict do nothing', [body.purge, place.seg]);
  for (const [dataset, { hash, purged_rows }] of Object.entries(body.datasets ?? {})) {
    db.run(
      `insert into dataset_changes(id, hash, purged_rows, stamp) values (?, ?, ?, ?) on conflict(id) do update
       set hash = excluded.hash, purged_rows = excluded.purged_rows, stamp = excluded.stamp where excluded.stamp > dataset_changes.stamp`,
      [dataset, hash, purged_rows, stamp],
    );
  }
  for (const [name, files] of Object.entries(body.exports ?? {})) {
    db.run(
      `insert into export_changes(id, files, stamp) values (?, ?, ?) on conflict(id) do update
       set files = excluded.files, stamp = excluded.stamp where excluded.stamp > export_changes.stamp`,
      [name, JSON.stringify(files), stamp],
    );
  }
};
