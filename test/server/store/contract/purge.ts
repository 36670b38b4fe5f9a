import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { LogEvent } from '../../../../core/log/events';
import type { Store } from '../../../../core/ports';
import { isProblem } from '../../../support/problem';
import {
  actsBy,
  everyByte,
  hasher,
  portrait,
  rowOf,
  temporaryFolder,
  testIds,
  traceOf,
  type TemporaryFolder,
} from '../../../support/store';
import { builtRow, builtSet } from '../../../support/built-set';

/** What a purge promises, whatever engine the index is kept in. */
export function purgeContract(name: string, open: (folder: string) => Promise<Store>): void {
  describe(`a purge (${name})`, function () {
    this.timeout(60_000);
    let folder: TemporaryFolder;
    let store: Store;
    const { act, signal } = actsBy('ana');
    const words = [
      'Megalodon',
      'Iguanodon',
      'Mosasaurus',
      'Pteranodon',
      'Velociraptor',
      'Stegosaurus',
      'Triceratops',
      'Plesiosaurus',
    ];
    const ids = [0, 1, 2].map((n) => traceOf({ key: `request:${n}` }).id);
    const [gone = '', kept = ''] = ids;

    beforeEach(async () => {
      folder = temporaryFolder();
      store = await open(folder.path);
      for (const n of [0, 1, 2]) {
        await store.capture(
          rowOf({
            key: `request:${n}`,
            question: n === 0 ? 'About Megalodon' : 'About cats',
            answer: n === 0 ? 'Iguanodon' : 'Cats purr.',
            attributes: n === 0 ? { topic: 'Mosasaurus' } : {},
          }),
        );
      }
    });
    afterEach(async () => {
      await store.close();
      folder.remove();
    });

    const text = () => everyByte(folder.path);
    const left = () => words.filter((word) => text().includes(word));

    async function sayEverything(): Promise<void> {
      await store.append([
        signal(gone, 'correction', { answer: { text: 'Pteranodon' } }),
        signal(gone, 'gold', { answer: { text: 'Velociraptor' } }),
        signal(gone, 'down', { reason: 'Stegosaurus' }),
        act({ type: 'candidate', trace: gone, candidate: 'k', answer: { text: 'Triceratops' } }),
        act({ type: 'tainted', traces: [gone], reason: 'Plesiosaurus' }),
        act({ type: 'labels_added', traces: ids, labels: ['all'] }),
        signal(kept, 'up'),
      ]);
    }

    it('leaves no byte of the conversation and of what was said about it', async () => {
      await sayEverything();
      await store.rebuild();
      assert.deepEqual(left(), words);
      const { purged } = await store.purge([gone, 'unknown', gone], 'asked');
      assert.deepEqual(purged, [gone]);
      assert.deepEqual(left(), []);
      assert.equal(await store.count({}), 2);
      assert.deepEqual([store.has(gone), await store.acts(gone)], [false, []]);
      assert.deepEqual(
        (await store.labels()).map(({ label, count }) => [label, count]),
        [['all', 2]],
      );
      assert.equal(await store.count({ text: 'Megalodon' }), 0);
      await store.close();
      assert.deepEqual(left(), []);
      assert.ok(!text().includes(gone), 'an act on several traces does not name it any more');
      fs.rmSync(path.join(folder.path, '.loop', 'index.sqlite'), { force: true });
      store = await open(folder.path);
      assert.equal(await store.count({}), 2);
      const { state, labels } = (await store.line(kept)) ?? {};
      assert.deepEqual([state, labels], ['reviewed', ['all']]);
      assert.deepEqual(await store.issues(), []);
      assert.equal((await store.stats()).elsewhere, 0);
    });

    it('takes earlier revisions along', async () => {
      await store.capture(
        rowOf({
          key: 'request:0',
          question: 'About Megalodon',
          answer: 'Iguanodon and Triceratops',
          recorded_at: '2026-09-01T01:00:00.000Z',
        }),
      );
      await store.purge([gone], 'asked');
      assert.deepEqual(left(), []);
    });

    it('does not let an act in that was on its way', async () => {
      const late = signal(gone, 'down', { reason: 'Stegosaurus' });
      await Promise.all([
        store.append([late]),
        store.purge([gone], 'asked'),
        store.append([signal(gone, 'note', { reason: 'Triceratops' })]),
      ]);
      await store.close();
      store = await open(folder.path);
      assert.equal(store.has(gone), false);
      assert.ok(!text().includes('Stegosaurus'));
    });

    it('leaves no name in the index that only the conversation had', async () => {
      const own = traceOf({ key: 'request:own', source: 'Allosaurus', model: 'Diplodocus' }).id;
      await store.capture(
        rowOf({
          key: 'request:own',
          source: 'Allosaurus',
          model: 'Diplodocus',
          labels: ['apatosaurus', 'all'],
          attributes: { Spinosaurus: 'yes' },
        }),
      );
      await store.append([
        act({ type: 'labels_added', traces: [own], labels: ['ankylosaurus'] }),
        act({ type: 'labels_added', traces: [kept], labels: ['all'] }),
        act({ type: 'attributes_set', traces: [own], values: { Baryonyx: 'x' } }),
        signal(own, 'score', { scores: { Troodon: 1 } }),
        actsBy('Oviraptor', testIds(5)).signal(own, 'up'),
        signal(kept, 'score', { scores: { tone: 1 } }),
      ]);
      await store.rebuild();
      const names = [
        'Allosaurus',
        'Diplodocus',
        'apatosaurus',
        'Spinosaurus',
        'ankylosaurus',
        'Baryonyx',
        'Troodon',
        'Oviraptor',
      ];
      assert.deepEqual(
        names.filter((name) => text().includes(name)),
        names,
      );
      await store.purge([own], 'asked');
      assert.deepEqual(
        names.filter((name) => text().includes(name)),
        [],
      );
      assert.deepEqual(
        (await store.labels()).map(({ label }) => label),
        ['all'],
      );
      const looks = await portrait(store);
      await store.rebuild();
      assert.deepEqual(await portrait(store), looks);
      await store.append([act({ type: 'labels_added', traces: [kept], labels: ['ankylosaurus'] })]);
      assert.equal(await store.count({ label: ['ankylosaurus'] }), 1, 'a name that comes again is a new one');
    });

    it('finds a line that stands in the log twice', async () => {
      await sayEverything();
      await store.close();
      const log = (name: string) => path.join(folder.path, '.loop', 'log', name);
      const [file = ''] = fs.readdirSync(log(''));
      fs.copyFileSync(log(file), log('copied-1.g0.jsonl'));
      store = await open(folder.path);
      assert.equal((await store.acts(gone)).length, 6);
      await store.purge([gone], 'asked');
      assert.deepEqual(left(), []);
    });

    it('leaves every line where it was, and JSON on each', async () => {
      await sayEverything();
      const size = (kind: string) =>
        fs
          .readdirSync(path.join(folder.path, '.loop', kind))
          .map((file) => fs.readFileSync(path.join(folder.path, '.loop', kind, file)));
      const before = size('traces').map(({ length }) => length);
      await store.purge([gone], 'asked');
      assert.deepEqual(
        size('traces').map(({ length }) => length),
        before,
      );
      for (const bytes of [...size('traces'), ...size('log')]) {
        for (const line of bytes.toString('utf8').trimEnd().split('\n'))
          assert.doesNotThrow(() => JSON.parse(line) as unknown, line);
      }
    });

    describe('of rows in datasets and exports', () => {
      const lines = ids.map((id) => `{"answer":"${id === gone ? 'Iguanodon' : `kept ${id}`}"}\n`);
      const file = () => path.join(folder.path, 'out', 'train.jsonl');
      const built: LogEvent = act({
        type: 'dataset_built',
        dataset: 'd',
        name: 'd',
        version: 1,
        method: 'sft',
        built_hash: 'h',
        ...builtSet('d', 3),
      });
      const exported: LogEvent = act({
        type: 'exported',
        export: 'e',
        dataset: 'd',
        target: 'trl',
        folder: 'out',
        options: {},
        files: [
          { path: 'out/train.jsonl', split: 'train', rows: 3, sha256: hasher.sha256(lines.join('')) },
          { path: 'out/card.json', split: 'other', rows: 0, sha256: hasher.sha256('{}') },
        ],
      });

      beforeEach(async () => {
        const rows = ids.map((trace, n) => builtRow({ trace, task: 't', hash: `hash ${n}` }));
        await store.writeDataset(built, rows);
        fs.mkdirSync(path.dirname(file()));
        fs.writeFileSync(file(), lines.join(''));
        fs.writeFileSync(path.join(folder.path, 'out', 'card.json'), '{}');
        await store.writeExport(
          exported,
          ids.map((trace, line) => ({ path: 'out/train.jsonl', line, trace, hash: `hash ${line}` })),
        );
      });

      it('takes them out and says so', async () => {
        const result = await store.purge([gone], 'asked');
        assert.deepEqual(result, { purged: [gone], datasets: ['d'], rewritten: ['out/train.jsonl'], unreachable: [] });
        assert.equal(fs.readFileSync(file(), 'utf8'), lines.slice(1).join(''));
        assert.deepEqual(left(), []);
        const [dataset] = await store.datasets();
        assert.equal(dataset?.purged_rows, 1);
        assert.notEqual(dataset.hash, 'h');
        const [event] = await store.exports();
        assert.ok(event?.body.type === 'exported');
        const card = fs.readFileSync(path.join(folder.path, 'out', 'card.json'), 'utf8');
        assert.deepEqual(
          event.body.files.map(({ rows, sha256 }) => [rows, sha256]),
          [
            [2, hasher.sha256(lines.slice(1).join(''))],
            [0, hasher.sha256(card)],
          ],
        );
        assert.deepEqual((JSON.parse(card) as { files: object }).files, { 'train.jsonl': 2 });
        const again = await store.purge([kept], 'asked');
        assert.deepEqual([again.datasets, again.rewritten], [['d'], ['out/train.jsonl']]);
        assert.equal((await store.datasets())[0]?.purged_rows, 2);
        assert.equal(fs.readFileSync(file(), 'utf8'), lines[2]);
      });

      it('reports files that were changed by hand or are gone, and does not touch them', async () => {
        fs.appendFileSync(file(), '{"added":"by hand"}\n');
        const result = await store.purge([gone], 'asked');
        assert.deepEqual([result.rewritten, result.unreachable], [[], ['out/train.jsonl']]);
        assert.ok(fs.readFileSync(file(), 'utf8').includes('by hand'));
        fs.rmSync(file());
        assert.deepEqual((await store.purge([kept], 'asked')).unreachable, ['out/train.jsonl']);
      });

      it('leaves datasets and exports without these rows alone', async () => {
        await store.capture(rowOf({ key: 'request:other' }));
        const result = await store.purge([traceOf({ key: 'request:other' }).id], 'asked');
        assert.deepEqual([result.datasets, result.rewritten, result.unreachable], [[], [], []]);
        assert.equal((await store.datasets())[0]?.hash, 'h');
      });
    });

    describe('of many', () => {
      const many = Array.from({ length: 40 }, (_, n) => traceOf({ key: `many:${n}` }).id);
      const files = () => fs.readdirSync(path.join(folder.path, '.loop', 'traces')).sort();
      const size = () =>
        files().reduce((sum, file) => sum + fs.statSync(path.join(folder.path, '.loop', 'traces', file)).size, 0);

      beforeEach(async () => {
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        for (const n of many.keys()) {
          await transaction.put(
            rowOf({
              key: `many:${n}`,
              answer: `Answer ${n} of many`,
              captured_at: new Date(Date.UTC(2026, 6, 1, n)).toISOString(),
            }),
          );
        }
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      });

      it('gives the room back, and everything is found where it went', async () => {
        await store.append([signal(many[1] ?? '', 'up')]);
        const before = size();
        assert.equal(await store.count({ text: 'of many' }), 40);
        await store.purge(
          many.filter((_, n) => n % 3 !== 1),
          'asked',
        );
        const stay = many.filter((_, n) => n % 3 === 1);
        assert.ok(size() < before / 2, `${size()} of ${before} bytes`);
        const check = async () => {
          assert.deepEqual((await store.select({})).slice(0, stay.length), stay);
          assert.equal(await store.count({ text: 'of many' }), stay.length);
          assert.equal(await store.count({ text: 'answer 4 of' }), 1);
          for (const id of stay) assert.equal((await store.trace(id))?.id, id);
          assert.deepEqual(await store.issues(), []);
        };
        await check();
        const looks = await portrait(store);
        await store.rebuild();
        assert.deepEqual(await portrait(store), looks);
        await check();
        await store.close();
        store = await open(folder.path);
        assert.deepEqual(await portrait(store), looks);
        await store.purge(stay.slice(0, 8), 'asked');
        assert.equal(await store.count({ text: 'of many' }), stay.length - 8);
      });

      it('gives back the room of acts too, where nobody else has the log', async () => {
        const log = () => fs.readdirSync(path.join(folder.path, '.loop', 'log')).sort();
        const transaction = await store.beginImport({ source: 'judged', retention_days: null });
        const judged = Array.from({ length: 30 }, (_, n) => traceOf({ key: `judged:${n}`, source: 'judged' }).id);
        for (const [n, id] of judged.entries()) {
          const verdict = signal(id, 'down', { provenance: 'earlier_process', reason: `Reason ${n} of many` });
          await transaction.put(rowOf({ key: `judged:${n}`, source: 'judged', acts: [verdict] }));
        }
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
        await store.purge(
          judged.filter((_, n) => n % 2 === 0),
          'asked',
        );
        assert.ok(
          log().some((name) => name.includes('.g1.')),
          log().join(' '),
        );
        assert.ok(!text().includes('Reason 2 of many') && text().includes('Reason 3 of many'));
        const looks = await portrait(store);
        assert.equal((await store.acts(judged[29] ?? '')).length, 1);
        await store.rebuild();
        assert.deepEqual(await portrait(store), looks);
        await store.close();
        store = await open(folder.path);
        assert.deepEqual(await portrait(store), looks);
        await store.purge([judged[29] ?? ''], 'asked');
        assert.ok(!text().includes('Reason 29 of many'));
        await store.share(true);
        await store.purge(judged, 'asked');
        assert.ok(!log().some((name) => name.includes('.g2.')), 'a shared log stays line for line');
      });

      it('leaves no file of which nothing is left', async () => {
        const before = files();
        await store.purge(many, 'asked');
        assert.equal(files().length, before.length - 1);
        assert.equal(await store.count({}), 3);
        await store.close();
        fs.rmSync(path.join(folder.path, '.loop', 'index.sqlite'), { force: true });
        store = await open(folder.path);
        assert.equal(await store.count({}), 3);
        assert.deepEqual(await store.issues(), []);
      });
    });

    it('is not done beside an import, and an import not beside it', async () => {
      const transaction = await store.beginImport({ source: 'support', retention_days: null });
      await assert.rejects(store.purge([gone], 'asked'), isProblem('busy'));
      await transaction.abort();
      assert.deepEqual((await store.purge([gone], 'asked')).purged, [gone]);
    });
  });
}
