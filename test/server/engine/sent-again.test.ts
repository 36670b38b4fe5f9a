import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Result } from '../../../core/protocol/operations';
import type { FailPoint } from '../../../server/store';
import { bundled } from '../../support/bundled';
import { killedWithin } from '../../support/doomed';
import { chat, makeWorkspace, type Workspace } from './workspace';

const act_id = '01K6H00000ABCDEFGHJKM00000';
const grader = 'version: 1\nname: says-yes\nauto: true\nrules:\n  - id: yes\n    type: contains\n    any: [Yes]\n';

/** As after a take-over: the one who asked was not answered, and asks the next owner. */
describe('an act that is sent again', function () {
  this.timeout(120_000);
  let child: Awaited<ReturnType<typeof bundled>>;
  let w: Workspace;

  before(async () => {
    child = await bundled('doomed-child.ts');
  });
  after(() => child.remove());
  beforeEach(async () => {
    w = await makeWorkspace();
  });
  afterEach(() => w.dispose());

  const rows = [
    chat('one', 'Is it in stock?', 'Yes, write to ana@example.com.'),
    chat('two', 'And that one?', 'No.'),
    chat('two', 'And that one?', 'No.'),
    chat('two', 'And that one?', 'No, sold out.'),
    JSON.stringify({ prompt: 'Why twice?', chosen: 'Yes, refunded.', rejected: 'See our policy.' }),
    JSON.stringify({ 'mail of ben@example.com': 1, other: 2 }),
    'not json',
  ];
  const imported = (file: string) => w.call('import.run', { paths: [file], source: 'a' }, { act_id });
  const counted = async () => (await w.call('store.stats', {})).traces;

  describe('is answered as the first time when it was an import', () => {
    let file: string;
    beforeEach(() => {
      file = w.write('rows.jsonl', rows.join('\n'));
    });

    it('that was done', async () => {
      w.write('yes.grader.yaml', grader);
      w.write('earlier.jsonl', chat('one', 'Is it in stock?', 'We have to look.'));
      const first = await imported(file);
      assert.deepEqual([first.imported, first.duplicates, first.refused], [4, 1, 2]);
      assert.equal(first.grades?.length, 1);
      assert.ok(!JSON.stringify(first).includes('ben@'), 'names of fields can be anything, and are kept');
      assert.deepEqual(await imported(file), first);
      await w.reopen();
      rmSync(file);
      assert.deepEqual(await imported(file), first);
      assert.equal(await counted(), 3);
      await w.call('trace.delete', { traces: first.trace_ids.slice(0, 1), confirmed: true });
      assert.deepEqual(await imported(file), {
        ...first,
        trace_ids: first.trace_ids.slice(1),
        grades: (await imported(file)).grades,
      });
    });

    it('of conversations that are here', async () => {
      await w.call('import.run', { paths: [file], source: 'a' });
      const first = await imported(file);
      assert.deepEqual([first.imported, first.duplicates], [0, 5]);
      await w.reopen();
      assert.deepEqual(await imported(file), first);
    });

    it('of nothing', async () => {
      const nothing = w.write('nothing.jsonl', 'not json');
      const first = await imported(nothing);
      assert.deepEqual(await imported(nothing), first);
    });

    const points: FailPoint[] = [
      'traces.create.before',
      'traces.write.after',
      'traces.sync.before',
      'traces.sync_folder.after',
      'log.write.before',
      'log.write.after',
      'log.sync.after',
      'traces.rename.before',
      'traces.rename.after',
      'log.rename.before',
      'log.rename.after',
    ];
    for (const point of points) {
      it(`whose process was killed at ${point}`, async () => {
        w.write('yes.grader.yaml', grader);
        const first = await imported(file);
        const before = await w.call('trace.list', {});
        await w.engine.close();
        rmSync(w.store, { recursive: true });
        const params = { paths: [file], source: 'a' };
        await killedWithin(child.file, { folder: w.folder, act_id, method: 'import.run', params, point, time: 1 });
        await w.reopen();
        assert.deepEqual(await imported(file), first);
        const recorded = ({ id, preview, scores, has }: (typeof before)['rows'][number]) => ({ id, preview, scores, has });
        assert.deepEqual((await w.call('trace.list', {})).rows.map(recorded), before.rows.map(recorded));
      });
    }
  });

  describe('is answered as the first time when it was a recording', () => {
    const row = (request_id: string, completion: string) => ({ source: 'bot', request_id, prompt: 'Go on?', completion });
    const recorded = (given: readonly unknown[], act = act_id): Promise<Result<'record'>> =>
      w.call('record', { rows: [...given] }, { act_id: act });
    beforeEach(() => w.call('source.switch', { source: 'bot', recording: true }));

    it('of new, known, grown and bad rows', async () => {
      const another = '01K6H00000ABCDEFGHJKN00000';
      const [known] = await recorded([row('known', 'One.')], another);
      const given = [
        row('new', 'One.'),
        row('new', 'One.'),
        row('known', 'One.'),
        row('grown', 'One.'),
        row('grown', 'One. Two.'),
        42,
      ];
      const first = await recorded(given);
      assert.deepEqual(
        first.map(({ captured, duplicate }) => (captured ? (duplicate ?? false) : 'no')),
        [false, true, true, false, false, 'no'],
      );
      assert.equal(first[2]?.trace_id, known?.trace_id);
      assert.deepEqual(await recorded(given), first);
      await w.reopen();
      assert.deepEqual(await recorded(given), first);
      assert.equal(await counted(), 3);
      const third = await recorded(given, '01K6H00000ABCDEFGHJKP00000');
      assert.ok(
        third.slice(0, 5).every(({ duplicate }) => duplicate),
        'another one is told what is here',
      );
    });

    it('that goes on in another conversation', async () => {
      const [one] = await recorded([row('s', 'One.')], '01K6H00000ABCDEFGHJKN00000');
      await w.call('feedback.up', { trace: one?.trace_id ?? '' });
      const first = await recorded([row('s', 'One. Two.')]);
      assert.notEqual(first[0]?.trace_id, one?.trace_id);
      await w.reopen();
      assert.deepEqual(await recorded([row('s', 'One. Two.')]), first);
    });

    it('of which only the beginning was taken', async () => {
      const given = ['a', 'b', 'c'].map((id) => row(id, 'One.'));
      const [first] = await recorded(given.slice(0, 1));
      await w.reopen();
      const answers = await recorded(given);
      assert.deepEqual(answers[0], first);
      assert.ok(answers.every(({ captured, duplicate }) => captured && duplicate === undefined));
    });
  });
});
