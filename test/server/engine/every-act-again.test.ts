import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { operations, type Method, type Params } from '../../../core/protocol/operations';
import { monotonicIds } from '../../../server/engine/context';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

type Given = { readonly [M in Method]?: (w: Workspace, traces: readonly string[]) => Params<M> };

const answer = { text: 'Better so.' };
const judge =
  '---\nversion: 1\nname: Tone\ndimensions:\n  - { key: tone, description: Respect., scale: boolean }\n---\n\nScore the tone.\n';
const verdicts = (traces: readonly string[]) =>
  [
    { trace: traces[0], scores: { tone: true } },
    { trace: traces[1], scores: { other: true } },
  ].map((row) => JSON.stringify(row));

/** What each operation that changes something is called with, on three conversations of which two are judged. */
const given: Given = {
  'import.run': (w) => ({ paths: [w.write('more.jsonl', chat('new', 'New?', 'Yes.'))], source: 'more' }),
  'source.switch': () => ({ source: 'bot', recording: false }),
  record: () => ({ rows: [{ source: 'bot', request_id: 'n', prompt: 'Go on?', completion: 'Yes.' }] }),
  'feedback.up': (_, [trace = '']) => ({ trace }),
  'feedback.down': (_, [trace = '']) => ({ trace, reason: 'No.' }),
  'feedback.correct': (_, [trace = '']) => ({ trace, answer }),
  'feedback.gold': (_, [trace = '']) => ({ trace, answer }),
  'feedback.skip': (_, [trace = '']) => ({ trace }),
  'feedback.note': (_, [trace = '']) => ({ trace, text: 'Well.' }),
  'feedback.score': (_, [trace = '']) => ({ trace, scores: { overall: 0.5 } }),
  'feedback.pick': (_, [trace = '']) => ({ trace, better: 'answer', worse: candidate }),
  'feedback.reason': () => ({ act: verdict, reason: 'Because.' }),
  'feedback.undo': () => ({}),
  'feedback.redo': () => ({}),
  'label.add': (_, traces) => ({ traces: [...traces], labels: ['x', 'y'], parent: 'z' }),
  'label.remove': (_, traces) => ({ traces: [...traces], labels: ['old'] }),
  'label.change': () => ({ label: 'old', to: 'older', parent: 'above' }),
  'attribute.set': (_, traces) => ({ traces: [...traces], values: { a: 'b' } }),
  'trace.pin': (_, traces) => ({ traces: [...traces], pinned: true }),
  'trace.taint': (_, [trace = '']) => ({ trace, reason: 'A test.' }),
  'candidate.add': (_, [trace = '']) => ({ trace, answer }),
  'grade.run': (w) => ({
    grader: {
      path: w.write('yes.grader.yaml', 'version: 1\nname: Yes\nrules:\n  - { id: yes, type: contains, any: [Yes] }\n'),
    },
  }),
  'judge.import': (w, traces) => ({
    judge: { path: w.write('tone.judge.md', judge) },
    path: w.write('verdicts.jsonl', verdicts(traces).join('\n')),
  }),
  'dataset.build': () => ({ name: 'set', method: 'kto' }),
  'dataset.pin': () => ({ dataset: 'known' }),
  'export.run': (w) => ({ dataset: 'known', target: 'trl', folder: path.join(w.folder, 'out') }),
  'trace.delete': (_, traces) => ({ traces: traces.slice(0, 1), confirmed: true }),
  'store.share': () => ({ shared: true, confirmed: true }),
};
const [verdict, candidate, undone] = ['01K6H00000ABCDEFGHJKM00000', '01K6H00000ABCDEFGHJKN00000', '01K6H00000ABCDEFGHJKP00000'];

/** What is the same each time: not how much there is by now, nor the files that a deletion finished before. */
const told = (result: unknown) => ({ ...(result as object), acts: 0, datasets_changed: 0 });

describe('every act', () => {
  let w: Workspace;
  let traces: string[];
  const ids = monotonicIds();

  beforeEach(async () => {
    w = await makeWorkspace();
    traces = await importRows(w, [chat('1', 'One?', 'Yes.'), chat('2', 'Two?', 'No.'), chat('3', 'Three?', 'Yes.')]);
    await w.call('source.switch', { source: 'bot', recording: true, retention_days: 10 });
    const [recorded] = await w.call('record', { rows: [{ source: 'bot', request_id: 'r', prompt: 'On?', completion: 'Yes.' }] });
    const [trace = '', second = ''] = traces;
    await w.call('label.add', { traces, labels: ['old'] });
    await w.call('candidate.add', { trace, answer }, { act_id: candidate });
    await w.call('feedback.down', { trace }, { act_id: verdict });
    for (const judged of [second, recorded?.trace_id ?? '']) await w.call('feedback.up', { trace: judged });
    await w.call('dataset.build', { name: 'known', method: 'kto' });
    await w.call('feedback.note', { trace, text: 'To be taken back.' }, { act_id: undone });
  });
  afterEach(() => w.dispose());

  const changing = (Object.keys(operations) as Method[]).filter((method) => operations[method].changes);
  for (const method of changing) {
    it(`is answered as the first time when it is sent again: ${method}`, async () => {
      if (method === 'feedback.redo') await w.call('feedback.undo', { act: undone });
      const params = given[method]?.(w, traces);
      assert.ok(params, 'say what it is called with');
      const act_id = ids.ulid();
      const send = () => w.call(method, params, { act_id });
      const first: unknown = await send();
      const acts = (await w.call('store.stats', {})).acts;
      assert.deepEqual(told(await send()), told(first));
      await w.reopen();
      // Somebody else was quicker than the one who has to ask again.
      const note = { trace: traces[2] ?? '', text: 'In between.' };
      await w.call('feedback.note', note, { reviewer: 'ben' });
      await w.call('feedback.up', { trace: note.trace }, { reviewer: 'ben' });
      assert.deepEqual(told(await send()), told(first));
      assert.equal((await w.call('store.stats', {})).acts, acts + 2, 'and does nothing twice');
    });
  }
});
