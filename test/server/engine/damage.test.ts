import assert from 'node:assert/strict';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { everyByte } from '../../support/store';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

/** The index is kept throughout: nobody reads the whole log, and damage is found by whoever comes upon it. */
describe('engine: damage', function () {
  this.timeout(60_000);
  let ws: Workspace;
  let ids: string[];
  let [first, second] = ['', ''];

  beforeEach(async () => {
    ws = await makeWorkspace();
    ids = await importRows(
      ws,
      [1, 2, 3, 4].map((n) => chat(`r${n}`, `Where is ${n}?`, `Quetzal ${n} sits in the tree number${n}.`)),
    );
    rmSync(path.join(ws.folder, 'agent.jsonl'));
    [first = '', second = ''] = ids;
    for (const [n, trace] of ids.entries()) await ws.call('feedback.up', { trace, reason: `Because${n}` });
    await ws.call('feedback.correct', { trace: first, answer: { text: 'Pteranodon is the better word.' } });
    await ws.call('feedback.correct', { trace: second, answer: { text: 'Archaeopteryx is the better word.' } });
  });
  afterEach(() => ws.dispose());

  /** Makes one byte of a text another while the store is closed. Answers with where its line is. */
  async function flip(where: 'log' | 'traces', text: string, { at = 0, to = 'X' } = {}) {
    await ws.call('store.rebuild', {});
    await ws.engine.close();
    const name = readdirSync(path.join(ws.store, where)).find((file) => bytesOf(where, file).includes(text)) ?? '';
    const bytes = bytesOf(where, name);
    const found = bytes.indexOf(text);
    assert.ok(found >= 0 && bytes.indexOf(text, found + 1) < 0);
    const offset = bytes.lastIndexOf(10, found) + 1;
    bytes.write(to, found + at, 'latin1');
    writeFileSync(path.join(ws.store, where, name), bytes);
    await ws.reopen();
    assert.deepEqual(await damage(), []);
    return { file: `${where}/${name}`, offset };
  }

  const bytesOf = (where: string, name: string) => readFileSync(path.join(ws.store, where, name));

  async function damage() {
    return (await ws.call('store.stats', {})).damage;
  }

  async function isSetAside(place: { file: string; offset: number }) {
    assert.deepEqual(
      (await damage()).map(({ file, offset, kind }) => ({ file, offset, kind })),
      [{ ...place, kind: 'damaged' }],
    );
  }

  const grader = 'version: 1\nname: W\nrules:\n  - { id: w, type: contains, any: [quetzal] }\n';

  const readers: Record<string, () => Promise<unknown>> = {
    show: () => ws.call('trace.show', { trace: second }),
    open: () => ws.call('trace.open', { trace: second }),
    build: () => ws.call('dataset.build', { name: 'd', method: 'sft' }),
    preview: () => ws.call('dataset.preview', { method: 'sft' }),
    grade: () => ws.call('grade.run', { grader: { path: ws.write('words.grader.yaml', grader) }, selection: {} }),
  };

  for (const [what, text, left] of [
    ['verdict', 'Because1', 1],
    ['correction', 'Archaeopteryx', 1],
  ] as const) {
    for (const [name, read] of Object.entries(readers)) {
      it(`in a ${what} is set aside by ${name}, which goes on with the rest`, async () => {
        const place = await flip('log', text);
        await read();
        await isSetAside(place);
        const { signals } = await ws.call('trace.show', { trace: second });
        assert.equal(signals.length, left);
        assert.equal((await ws.call('trace.show', { trace: first })).signals.length, 2);
        assert.equal((await ws.call('trace.count', { slice: {} })).count, 4);
      });
    }
  }

  describe('met while an import runs', () => {
    const many = 3000;
    /** Imports, and does something when the first rows are in. */
    async function importing(beside: () => Promise<unknown>) {
      const rows = Array.from({ length: many }, (_, n) => chat(`more${n}`, `More of ${n}?`, `Yes, ${n} of them.`));
      const file = ws.write('more.jsonl', rows.join('\n'));
      let besides: Promise<unknown> | undefined;
      const report = () => void (besides ??= Promise.allSettled([beside()]).then(([result]) => result));
      const { imported } = await ws.call('import.run', { paths: [file], source: 'more' }, { report });
      assert.equal(imported, many);
      return (await besides) as PromiseSettledResult<unknown>;
    }

    for (const [name, read] of Object.entries(readers).slice(0, 2)) {
      it(`is set aside after it: ${name} waits`, async () => {
        const place = await flip('log', 'Because1');
        assert.equal((await importing(read)).status, 'fulfilled');
        await isSetAside(place);
        assert.equal((await ws.call('trace.count', { slice: {} })).count, 4 + many);
      });
    }

    it('keeps nobody who does not want to wait', async () => {
      await flip('log', 'Because1');
      const cancel = { aborted: false };
      const beside = () => {
        const shown = ws.engine.call('trace.show', { trace: second }, { cancel });
        cancel.aborted = true;
        return shown;
      };
      const result = await importing(beside);
      assert.ok(result.status === 'rejected' && isProblem('cancelled')(result.reason));
    });

    it('refuses no import that begins while it is set aside', async () => {
      const place = await flip('log', 'Because1');
      const shown = ws.call('trace.show', { trace: second });
      const [, { status }] = await Promise.all([shown, importing(() => Promise.resolve())]);
      assert.equal(status, 'fulfilled');
      await isSetAside(place);
    });
  });

  for (const name of ['build', 'preview', 'grade']) {
    it(`in a conversation is set aside by ${name}, which goes on with the rest`, async () => {
      const place = await flip('traces', 'number2');
      await readers[name]?.();
      await isSetAside(place);
      assert.deepEqual(
        (await ws.call('trace.list', {})).rows.map(({ id }) => id).sort(),
        ids.filter((id) => id !== second).sort(),
      );
    });
  }

  it('in a conversation is told to whoever wants to see it', async () => {
    const place = await flip('traces', 'number2');
    await assert.rejects(ws.call('trace.show', { trace: second }), isProblem('trace_damaged'));
    await isSetAside(place);
    assert.equal((await ws.call('trace.show', { trace: first })).signals.length, 2);
  });

  it('in a conversation is set aside by a text search', async () => {
    const place = await flip('traces', 'number2');
    assert.equal((await ws.call('trace.count', { slice: { text: 'quetzal' } })).count, 3);
    await isSetAside(place);
    assert.equal((await ws.call('trace.count', { slice: { text: 'quetzal' } })).count, 3);
  });

  it('in the head of a conversation is set aside by a list', async () => {
    const place = await flip('traces', `{"id":"${second}"`, { to: 'X' });
    assert.equal((await ws.call('trace.list', {})).rows.length, 3);
    await isSetAside(place);
  });

  it('in a line end between two conversations hides neither from a text search', async () => {
    await ws.call('store.rebuild', {});
    await ws.engine.close();
    const [name = ''] = readdirSync(path.join(ws.store, 'traces'));
    const bytes = bytesOf('traces', name);
    bytes[bytes.indexOf(10)] = 32;
    writeFileSync(path.join(ws.store, 'traces', name), bytes);
    await ws.reopen();
    assert.equal((await ws.call('trace.count', { slice: { text: 'quetzal' } })).count, 4);
    assert.deepEqual(await damage(), []);
  });

  it('costs an export no more than the row', async () => {
    const { dataset_id: dataset } = await ws.call('dataset.build', { name: 'd', method: 'sft', holdout_percent: 0 });
    const place = await flip('traces', 'number3');
    const folder = path.join(ws.folder, 'out');
    const { files } = await ws.call('export.run', { dataset, target: 'trl', folder });
    assert.ok(files.length > 0);
    await isSetAside(place);
    assert.ok(everyByte(folder).includes('number4') && !everyByte(folder).includes('umber3'));
  });

  it('is told to whoever was about to change something, who can try again', async () => {
    const place = await flip('log', 'Because0');
    const seen: unknown[] = [];
    ws.engine.onChange((change) => seen.push(change));
    await assert.rejects(ws.call('feedback.undo', {}), isProblem('line_set_aside'));
    await isSetAside(place);
    assert.ok(seen.length > 0);
    await ws.call('feedback.undo', {});
  });

  it('that several come upon at once is set aside once', async () => {
    const place = await flip('log', 'Because1');
    await Promise.all([1, 2, 3].map(() => ws.call('trace.show', { trace: second })));
    await isSetAside(place);
  });

  for (const [what, where, text, how] of [
    ['a correction', 'log', 'Pteranodon is', {}],
    ['the beginning of a correction', 'log', 'Pteranodon is', { line: true }],
    ['a correction that became two lines', 'log', 'Pteranodon is', { at: 10, to: '\n' }],
    ['a conversation', 'traces', 'number1', { to: 'N' }],
    ['a conversation that became two lines', 'traces', 'sits in the tree number1', { at: 8, to: '\n' }],
  ] as const) {
    for (const known of [false, true]) {
      it(`in ${what} ${known ? 'set aside' : 'not found yet'} does not save it from a deletion`, async () => {
        if ('line' in how) {
          // The very first bytes of the line.
          await ws.call('store.rebuild', {});
          await ws.engine.close();
          const [name = ''] = readdirSync(path.join(ws.store, where)).filter((file) => bytesOf(where, file).includes(text));
          const bytes = bytesOf(where, name);
          bytes[bytes.lastIndexOf(10, bytes.indexOf(text)) + 2] = 88;
          writeFileSync(path.join(ws.store, where, name), bytes);
          await ws.reopen();
        } else {
          await flip(where, text, how);
        }
        if (known) await ws.call('store.rebuild', {});
        assert.ok(everyByte(ws.store).includes('eranodon'));
        assert.equal((await ws.call('trace.delete', { traces: [first], confirmed: true })).purged, 1);
        const left = everyByte(ws.store);
        const words = ['eranodon', 'Because0', 'uetzal 1', 'umber1', 'here is 1'];
        assert.deepEqual(
          words.filter((word) => left.includes(word)),
          [],
        );
        for (const word of ['Archaeopteryx', 'Because1', 'Quetzal 2']) assert.ok(left.includes(word));
        assert.ok((await damage()).every(({ kind }) => kind !== 'damaged'));
        await assert.rejects(ws.call('trace.show', { trace: first }), isProblem('trace_not_found'));
        await ws.reopen();
        await ws.call('store.rebuild', {});
        assert.equal((await ws.call('trace.count', { slice: {} })).count, 3);
        assert.equal((await ws.call('trace.show', { trace: second })).signals.length, 2);
      });
    }
  }

  it('in the id that a correction speaks of does not save it from a deletion', async () => {
    await ws.call('store.rebuild', {});
    await ws.engine.close();
    const [name = ''] = readdirSync(path.join(ws.store, 'log')).filter((file) => bytesOf('log', file).includes('Pteranodon'));
    const bytes = bytesOf('log', name);
    bytes[bytes.lastIndexOf(first, bytes.indexOf('Pteranodon')) + 5] = 33;
    writeFileSync(path.join(ws.store, 'log', name), bytes);
    await ws.reopen();
    await ws.call('store.rebuild', {});
    assert.equal((await damage()).length, 1);
    await ws.call('trace.delete', { traces: [first], confirmed: true });
    assert.ok(!everyByte(ws.store).includes('Pteranodon'));
  });

  it('leaves a deletion of what was never here as it is', async () => {
    await flip('log', 'Because1');
    await ws.call('store.rebuild', {});
    const never = first.replace(/./g, 'a');
    await assert.rejects(ws.call('trace.delete', { traces: [never], confirmed: true }), isProblem('trace_not_found'));
  });
});
