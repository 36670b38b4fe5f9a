import type { Db } from './db';

/** Grows with every change of the tables; an index of another version is made anew from the log. */
export const schemaVersion = 5;

/**
 * Traces that are not visible have a number from `visible_below` on: rows of an import that is not committed yet.
 * Acts on a trace that is not here hang on a ghost's number, from here on.
 */
export const firstGhost = 2 ** 40;

/** Times are milliseconds since 1970. Names (source, model, label, reviewer …) are numbers of `words`; 0 is none. */
const tables = `
create table meta(key text primary key, value text not null) without rowid;
create table words(word integer primary key, name text not null unique);
create table segments(
  seg integer primary key, kind integer not null, writer text not null, n integer not null, gen integer not null,
  folded integer not null, lines integer not null, sealed integer not null, holes integer not null,
  unique (kind, writer, n)
);
create table traces(
  n integer primary key, id blob not null, content integer not null, source integer not null, model integer not null,
  at integer not null, arrival integer not null, recorded integer not null, seg integer not null, len integer not null,
  state integer not null, verdict integer not null, has integer not null, turn integer not null, score real, spread real,
  expires integer
);
create table past(seg integer, arrival integer, len integer, n integer not null, content integer not null, primary key (seg, arrival)) without rowid;
create table generic_ids(hash integer primary key, n integer not null);
create table ghosts(n integer primary key, id blob not null unique);
create table acts(
  a integer primary key, id text not null unique, type integer not null, at integer not null, reviewer integer not null, n integer,
  seg integer not null, off integer not null, len integer not null, retracted integer not null
);
create table copies(seg integer, off integer, len integer not null, a integer not null, primary key (seg, off)) without rowid;
create table retractions(act text primary key, at integer not null, id text not null, retracted integer not null) without rowid;
create table signals(
  a integer primary key, n integer not null, turn integer not null, kind integer not null, provenance integer not null,
  candidate text, better text, worse text, tie integer
);
create table scores(
  a integer, name integer, n integer not null, kind integer not null, turn integer not null, candidate text, hash text, score real,
  primary key (a, name)
) without rowid;
create table candidates(a integer primary key, n integer not null);
create table marks(
  n integer, kind integer, word integer, a integer, live integer not null, value text,
  primary key (n, kind, word, a)
) without rowid;
create table trace_labels(n integer, label integer, primary key (n, label)) without rowid;
create table trace_attributes(n integer, key integer, value text not null, primary key (n, key)) without rowid;
create table label_acts(a integer primary key, label integer not null, parent integer, renamed integer not null);
create table labels(label integer primary key, parent integer not null);
create table sources(source integer primary key, a integer not null, recording integer not null, retention integer);
create table imports(id text primary key, a integer not null) without rowid;
create table datasets(id text primary key, a integer not null, at integer not null) without rowid;
create table dataset_changes(id text primary key, hash text not null, purged_rows integer not null, stamp text not null) without rowid;
create table exports(id text primary key, dataset text not null, a integer not null, at integer not null) without rowid;
create table export_changes(id text primary key, files text not null, stamp text not null) without rowid;
create table purged(hash text primary key, at integer not null, act text not null) without rowid;
create table purges(a integer primary key, id text not null);
create table finished_purges(purge text, seg integer, primary key (purge, seg)) without rowid;
create table issues(seg integer, off integer, len integer not null, kind text not null, primary key (seg, off)) without rowid;
create table counters(kind integer, key integer, state integer, count integer not null, primary key (kind, key, state)) without rowid;
`;

/** Made after the rows when a whole store is read: several times faster than keeping them up to date. */
const indexes = `
create unique index traces_id on traces(id);
create unique index ghosts_n on ghosts(n);
create index traces_at on traces(at, arrival);
create index traces_state on traces(state, at, arrival);
create index traces_expires on traces(expires) where expires is not null;
create index past_n on past(n);
create index acts_n on acts(n) where n is not null;
create index acts_reviewer on acts(reviewer, at);
create index signals_n on signals(n);
create index scores_n on scores(n);
create index marks_a on marks(a);
create index copies_a on copies(a);
create index candidates_n on candidates(n);
create index trace_labels_label on trace_labels(label, n);
create index trace_attributes_value on trace_attributes(key, value);
`;

/** Makes the tables of an empty index; what finds rows in them quickly is better made when the rows are there. */
export function makeTables(db: Db): void {
  db.script(tables);
}

export function makeIndexes(db: Db): void {
  db.script(indexes);
}
