import { provenances, signalKinds } from '../../../core/log/events';
import type { Fold } from './context';
import { candidatesBit, scoresBit } from './refresh';

/** A signal's row holds what decides where the trace stands; its words stay in the log. */
export const foldSignal: Fold<'signal'> = (context, { a, body }) => {
  const { db, words } = context;
  const n = context.numberOf(body.trace);
  db.run('insert into signals(a, n, turn, kind, provenance, candidate, better, worse, tie) values (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
    a,
    n,
    body.turn,
    signalKinds.indexOf(body.kind),
    provenances.indexOf(body.provenance),
    body.candidate ?? null,
    body.better ?? null,
    body.worse ?? null,
    body.tie === undefined ? null : body.tie ? 1 : 0,
  ]);
  for (const [dimension, score] of Object.entries(body.scores ?? {})) {
    db.run('insert into scores(a, name, n, kind, turn, candidate, hash, score) values (?, ?, ?, ?, ?, ?, null, ?)', [
      a,
      words.number(dimension),
      n,
      scoreKinds.signal,
      body.turn,
      body.candidate ?? null,
      score,
    ]);
  }
  context.touch(n, body.scores ? scoresBit : 0);
};

/** Which act a row of `scores` is from. */
export const scoreKinds = { signal: 0, grade: 1, verdict: 2 } as const;

export const foldGrade: Fold<'grade'> = (context, { a, body }) => {
  const { db, words } = context;
  const n = context.numberOf(body.trace);
  db.run('insert into scores(a, name, n, kind, turn, candidate, hash, score) values (?, ?, ?, ?, ?, ?, ?, ?)', [
    a,
    words.number(body.grader),
    n,
    scoreKinds.grade,
    body.turn,
    body.candidate ?? null,
    body.grader_hash,
    body.score,
  ]);
  context.touch(n, scoresBit);
};

export const foldVerdict: Fold<'verdict'> = (context, { a, body }) => {
  const { db, words } = context;
  const n = context.numberOf(body.trace);
  db.run('insert into scores(a, name, n, kind, turn, candidate, hash, score) values (?, ?, ?, ?, ?, null, ?, ?)', [
    a,
    words.number(body.judge),
    n,
    scoreKinds.verdict,
    body.turn,
    body.run,
    body.score,
  ]);
  context.touch(n, scoresBit);
};

export const foldCandidate: Fold<'candidate'> = (context, { a, body }) => {
  const { db } = context;
  const n = context.numberOf(body.trace);
  db.run('insert into candidates(a, n) values (?, ?)', [a, n]);
  context.touch(n, candidatesBit);
};

/** The words are in the log; who reads the act sees them. */
export const foldReason: Fold<'reason_added'> = (context, { body }) => context.touch(context.numberOf(body.trace));
