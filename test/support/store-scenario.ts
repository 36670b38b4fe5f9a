import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { never } from '../../core/lib/cancel';
import type { EventOf, LogEvent } from '../../core/log/events';
import type { Store } from '../../core/ports';
import { builtRow, builtSet } from './built-set';
import { actsBy, everyByte, exportedFiles, hasher, openTestStore, portrait, rowOf, testIds, traceOf } from './store';
import { exportDisk, prepareFolder, settleFiles, writeBeside } from '../../server/export/folder';
import { LineStore } from '../../server/export/line-store';
import type { StoreOptions, Tampering } from '../../server/store';
import { untilDeath } from './dying';
import { until } from './editor/wait';

/** What was promised so far: the names of finished steps. */
export type Acknowledge = (step: string) => void;

const imported = 130;
const acts = actsBy('ana', testIds(3));
const ids = Array.from({ length: imported }, (_, n) => traceOf({ key: `import:${n}` }).id);
const captured = [0, 1, 2].map((n) => traceOf({ key: `capture:${n}` }).id);
const [purgedTrace = ''] = captured;
/** A word that is only in the conversation that is purged and in what quotes it. */
export const secretWord = 'Quetzalcoatlus';

const rows = ids.map((id, n) =>
  rowOf({
    key: `import:${n}`,
    question: `Question ${n}`,
    captured_at: new Date(Date.UTC(2026, 7, 1, 0, n)).toISOString(),
    labels: [`label ${n % 3}`],
    acts: n % 2 ? [] : [acts.signal(id, 'up', { provenance: 'earlier_process' })],
  }),
);
const verdicts = [
  acts.signal(purgedTrace, 'correction', { answer: { text: `Better: ${secretWord}.` }, reason: `${secretWord} is wrong.` }),
  acts.signal(captured[1] ?? '', 'down', { reason: 'No.' }),
  acts.signal(captured[2] ?? '', 'up'),
];
const labelled = acts.act({ type: 'labels_added', traces: captured, labels: ['kept'] });
/** What is left of it when one of the traces is purged. */
const labelledAfter = { ...labelled, body: { ...labelled.body, traces: captured.slice(1) } };
const paired = acts.act({ type: 'labels_added', traces: captured.slice(0, 2), labels: ['paired'] });
const pairedAfter = { ...paired, body: { ...paired.body, traces: captured.slice(1, 2) } };
const pinned = acts.act({ type: 'attributes_set', traces: [purgedTrace], values: { note: `${secretWord} here` } });
const grades = ids.slice(0, 3).map((trace, n) =>
  acts.act({
    type: 'grade',
    trace,
    turn: 1,
    grader: 'tone',
    grader_hash: 'h',
    score: n / 2,
    rules: { polite: n > 0 ? 'pass' : 'fail' },
  }),
);
const run: EventOf<'graded'> = {
  type: 'graded',
  grader: 'tone',
  grader_hash: 'h',
  file: 'tone.grader.yaml',
  whole: true,
  slice: '',
  turns: 'answer',
  graded: 3,
  candidates_graded: 0,
  passed: 2,
  failed: 1,
  no_score: 0,
  mean_score: 0.5,
  by_rule: { polite: { pass: 2, fail: 1, skipped: 0, not_applied: 0 } },
  pass_threshold: 0.5,
  segments: [],
};
const graded = { ...acts.act(run), body: run };
const built = acts.act({
  type: 'dataset_built',
  dataset: 'ds1',
  name: 'set',
  version: 1,
  method: 'sft',
  built_hash: 'built',
  ...builtSet('set', 3),
});
const datasetRows = captured.map((trace, n) =>
  builtRow({ trace, task: `t${n}`, reviewers: ['ana'], hash: hasher.sha256(`row ${n}`) }),
);
const exportLines = captured.map((id, n) => `{"row":${n},"text":"${id === purgedTrace ? secretWord : 'kept'}"}\n`);
const exportText = exportLines.join('');
/** A file that the purge leaves nothing of. */
const heldOut = `{"text":"${secretWord}"}\n`;
const filesOut = [
  { path: 'out/train.jsonl', split: 'train' as const, rows: 3, sha256: hasher.sha256(exportText) },
  { path: 'out/test.jsonl', split: 'holdout' as const, rows: 1, sha256: hasher.sha256(heldOut) },
  { path: 'out/card.json', split: 'other' as const, rows: 0, sha256: hasher.sha256('{}') },
];
const exported = acts.act(exportedFiles(filesOut));

/** The life of a store, step by step; `done` is called when a step has been acknowledged. */
export async function liveThrough(store: Store, folder: string, done: Acknowledge, tampering?: Tampering): Promise<void> {
  await captureRows(store, done);
  await importRows(store, done);
  await Promise.all(verdicts.map((event, n) => store.append([event]).then(() => done(`verdict ${n}`))));
  await store.append([labelled, paired, pinned]);
  done('labels');
  await gradeRows(store, done);
  await store.writeDataset(built, datasetRows);
  done('dataset');
  await exportFiles(store, path.join(folder, 'out'), tampering);
  await store.writeExport(exported, [
    ...captured.map((trace, line) => ({ path: 'out/train.jsonl', line, trace, hash: hasher.sha256(`row ${line}`) })),
    { path: 'out/test.jsonl', line: 0, trace: purgedTrace, hash: 'held out' },
    { refused: 'too_large', trace: purgedTrace, hash: 'refused' },
  ]);
  done('export');
  await store.rebuild();
  const given = await store.beginImport({ source: 'support', retention_days: null });
  for (let n = 0; n < 70; n++) await given.put(rowOf({ key: `given up:${n}` }));
  await given.abort();
  await store.purge([purgedTrace], 'asked');
  done('purge');
  await store.close();
  done('close');
}

/** Opens a store and lives until it is over or dies. Answers with what was acknowledged. */
export async function liveUntilDeath(folder: string, options: Partial<StoreOptions>): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  await untilDeath(async () => {
    const store = await openTestStore(folder, options);
    try {
      await liveThrough(store, folder, (step) => acknowledged.add(step), options);
    } catch (error) {
      // It only gives back what it has open: whatever else it does is not done any more.
      await store.close().catch(() => undefined);
      throw error;
    }
  });
  return acknowledged;
}

/** As the engine does it, with rows that are set down. */
async function exportFiles(store: Store, out: string, tampering?: Tampering): Promise<void> {
  const disk = exportDisk(tampering);
  const plan = { export: 'ex1', dataset: 'ds1', folder: 'out', token: '0123abcd' };
  prepareFolder(disk, out);
  await store.planExport({ ...plan, files: [] });
  const kept = new LineStore(disk, out, plan.token);
  for (const line of exportLines) kept.add('train.jsonl', line.trimEnd());
  const train = kept.ordered({
    path: 'train.jsonl',
    split: 'train',
    order: Uint32Array.of(0, 1, 2),
    untouched: true,
    line: (_, text) => text,
  });
  const texts = [train, [Buffer.from(heldOut)], [Buffer.from('{}')]];
  const places = filesOut.map(({ path: file }) => path.join(out, path.basename(file)));
  for (const [n, place] of places.entries()) await writeBeside(disk, place, plan.token, texts[n] ?? []);
  kept.close();
  await store.planExport({ ...plan, files: filesOut });
  await settleFiles(disk, out, plan.token, places, new Map());
}

/** Sends again what a process may have died over before it was heard, as all who are attached do after a take-over. */
export async function sendAgain(store: Store, done: Acknowledge): Promise<void> {
  await captureRows(store, done);
  await Promise.all(verdicts.map((event, n) => store.append([event]).then(() => done(`verdict ${n}`))));
  await store.append([labelled, paired, pinned]);
  done('labels');
}

async function captureRows(store: Store, done: Acknowledge): Promise<void> {
  for (const [n, id] of captured.entries()) {
    await store.capture(rowOf({ key: `capture:${n}`, answer: id === purgedTrace ? `The ${secretWord} answer.` : 'Kept.' }));
    done(`capture ${n}`);
  }
}

async function importRows(store: Store, done: Acknowledge): Promise<void> {
  const transaction = await store.beginImport({ source: 'support', retention_days: null });
  for (const row of rows) await transaction.put(row);
  await transaction.commit({ files: ['log.jsonl'], duplicates: 0, refused: 0 });
  done('import');
}

async function gradeRows(store: Store, done: Acknowledge): Promise<void> {
  const givenUp = await store.beginActs();
  await givenUp.put(acts.act({ type: 'labels_added', traces: captured, labels: ['given up'] }));
  await givenUp.abort();
  const batch = await store.beginActs();
  for (const grade of grades) await batch.put(grade);
  await batch.commit(graded, never, () => undefined);
  done('grades');
}

/** Files that were synced up to there only, and hold more since the power was lost. */
export type Torn = ReadonlyMap<string, number>;

/** Compares an opened store with what was acknowledged; the step that was under way may or may not have happened, but not half. */
export async function checkPromises(store: Store, folder: string, acknowledged: ReadonlySet<string>, torn?: Torn): Promise<void> {
  const gone = !store.has(purgedTrace) && acknowledged.has('capture 0');
  if (acknowledged.has('purge')) assert.ok(gone, 'what was purged is gone');
  if (gone) assert.ok(acknowledged.has('export'), 'nothing is gone that nobody purged');
  for (const [n, id] of captured.entries()) {
    if (acknowledged.has(`capture ${n}`) && !(n === 0 && gone)) assert.ok(store.has(id), `capture ${n}`);
  }
  const visible = ids.filter((id) => store.has(id)).length;
  assert.ok(visible === imported || (visible === 0 && !acknowledged.has('import')), `${visible} of an import`);
  if (visible > 0) assert.equal(await store.count({ state: 'reviewed', label: ['label 0', 'label 1', 'label 2'] }), imported / 2);
  await checkActs(store, acknowledged, gone);
  await checkGrades(store, acknowledged);
  const isOut = fs.existsSync(path.join(folder, 'out', 'train.jsonl'));
  assert.equal(isOut, (await store.exports()).length > 0, 'no file of an export that nobody knows of');
  await checkFiles(store, folder, acknowledged, gone);
  if (gone) {
    const left = everyByte(folder);
    assert.ok(!left.includes(secretWord), 'no byte of what was purged is left');
    assert.ok(!left.includes(purgedTrace), 'nor its id');
  }
  // The living store may be writing its list of segments at this moment: what a dead one left would stay.
  const isHalf = (name: string): boolean => name.endsWith('.part') || /\.intent(\.json)?$/.test(name);
  await until('nothing half-written to be left', () => !everyName(folder).some(isHalf), { every: 2 });
  assert.deepEqual(await damageIn(store, folder, torn), []);
}

/** What a store says is damaged, but for what was never acknowledged. */
export async function damageIn(store: Store, folder: string, torn: Torn = new Map()) {
  const wasSynced = (file: string, offset: number) => offset < (torn.get(path.join(folder, '.loop', file)) ?? Infinity);
  return (await store.issues()).filter(({ file, offset, kind }) => kind !== 'torn' && wasSynced(file, offset));
}

async function checkActs(store: Store, acknowledged: ReadonlySet<string>, gone: boolean): Promise<void> {
  const expected: [string, unknown][] = [
    ...verdicts.map((event, n): [string, unknown] => [`verdict ${n}`, event]),
    ['labels', gone ? labelledAfter : labelled],
    ['labels', gone ? pairedAfter : paired],
    ['dataset', built],
    ['export', exported],
  ];
  for (const [step, event] of expected) {
    const { id } = event as LogEvent;
    if (acknowledged.has(step) && !(step === 'verdict 0' && gone)) assert.deepEqual(await store.act(id), event, step);
  }
}

async function checkGrades(store: Store, acknowledged: ReadonlySet<string>): Promise<void> {
  const found = await Promise.all(grades.map(async ({ id }) => (await store.act(id)) !== undefined));
  const there = (await store.act(graded.id)) !== undefined;
  assert.ok(there || !acknowledged.has('grades'), 'a run that was acknowledged is there');
  assert.deepEqual(
    found,
    grades.map(() => there),
    'the grades of a run are there with it, or none of them',
  );
}

async function checkFiles(store: Store, folder: string, acknowledged: ReadonlySet<string>, gone: boolean): Promise<void> {
  if (acknowledged.has('dataset')) {
    const found: string[] = [];
    for await (const row of store.datasetRows('ds1')) found.push(row.trace);
    assert.deepEqual(found, gone ? captured.slice(1) : captured);
    const [stored] = await store.datasets();
    assert.equal(stored?.purged_rows, gone ? 1 : 0);
    assert.equal(stored.hash === 'built', !gone);
  }
  if (acknowledged.has('export')) {
    const text = fs.readFileSync(path.join(folder, 'out', 'train.jsonl'), 'utf8');
    assert.equal(text, gone ? exportLines.slice(1).join('') : exportText);
    const [event] = await store.exports();
    assert.ok(event?.body.type === 'exported');
    const heldOutFile = path.join(folder, 'out', 'test.jsonl');
    assert.equal(fs.existsSync(heldOutFile), !gone, 'a file without a row is no more');
    const card = fs.readFileSync(path.join(folder, 'out', 'card.json'), 'utf8');
    assert.equal(card === '{}', !gone);
    if (gone) assert.deepEqual((JSON.parse(card) as { files: object; refused: object }).files, { 'train.jsonl': 2 });
    assert.deepEqual(
      event.body.files.map(({ path: name, sha256 }) => [name, sha256]),
      [
        ['out/train.jsonl', hasher.sha256(text)],
        ...(gone ? [] : [['out/test.jsonl', hasher.sha256(heldOut)]]),
        ['out/card.json', hasher.sha256(card)],
      ],
    );
    const lines: [string, number][] = [];
    for await (const { trace, line } of store.exportRows('ex1')) lines.push([trace, line]);
    assert.deepEqual(
      lines,
      gone ? captured.slice(1).map((trace, n) => [trace, n]) : [...captured.map((trace, n) => [trace, n]), [purgedTrace, 0]],
    );
  }
}

/** The index that was kept must say the same as one made anew. */
export async function checkIndex(store: Store): Promise<void> {
  const before = await portrait(store);
  await store.rebuild();
  assert.deepEqual(await portrait(store), before);
}

function everyName(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true }).map(String);
}
