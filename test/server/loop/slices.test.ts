import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { parseSlice } from '../../../core/slice/parse';
import { printSlice } from '../../../core/slice/print';
import type { Selection } from '../../../core/slice/schema';
import { isProblem } from '../../support/problem';
import { candidate, down, fix, gold, grade, label, note, pick, score, skip, Stage, taint, up, type Act, type Row } from './stage';

/** Each trace has one thing that sets it apart; a filter is told by the names of what it holds. */
const traces: Record<string, { row?: Row; acts?: readonly Act[] }> = {
  plain: {},
  up: { acts: [up()] },
  down: { acts: [down({ by: 'ben' })] },
  fixed: { acts: [fix('Fixed.')] },
  gold: { acts: [gold('Gold.')] },
  picked: { acts: [candidate('Other.'), pick('c1', 'answer')] },
  scored: { acts: [score(0.5)] },
  graded: { row: { completion: 'five' }, acts: [grade] },
  skipped: { acts: [skip()] },
  noted: { acts: [note('Hm.')] },
  disputed: { acts: [up(), down({ by: 'ben' })] },
  tainted: { acts: [taint()] },
  pinned: { acts: [({ ws, trace }) => ws.call('trace.pin', { traces: [trace], pinned: true })] },
  masked: { row: { prompt: 'Masked? Write to eve@example.org' } },
  tools: {
    row: {
      messages: [
        { role: 'user', content: 'tools?' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: '1', type: 'function', function: { name: 'find', arguments: '{"city":"M\\u00e1laga"}' } }],
        },
        { role: 'tool', tool_call_id: '1', content: 'Three hotels' },
        { role: 'assistant', content: 'done' },
      ],
    },
  },
  spanish: { row: { attributes: { language: 'es', tier: 'gold' } } },
  french: { row: { attributes: { language: 'fr' } } },
  refund: { acts: [label('refunds')] },
  late: { acts: [label('late')] },
  model: { row: { model: 'm-2' } },
  august: { row: { created_at: '2026-08-31T23:59:59.999Z' } },
  september: { row: { created_at: '2026-09-30T23:59:59.999Z' } },
};
const names = Object.keys(traces);
const all = new Set(names);
const except = (...left: string[]) => names.filter((name) => !left.includes(name));

/** LOOP §5, key by key. */
const cases: [row: string, filter: string, holds: readonly string[]][] = [
  ['nothing asked for', '', names],
  ['label, exactly', 'label:late', ['late']],
  ['label reaches descendants', 'label:billing', ['refund', 'late']],
  ['attributes, exact within a key', 'language=es', ['spanish']],
  ['attributes: not a part of the value', 'language=e', []],
  ['source', 'source:cases', names],
  ['source: another', 'source:other', []],
  ['model', 'model:m-2', ['model']],
  ['since and until: a date is the whole day, both ends inclusive', 'since:2026-08-31 until:2026-08-31', ['august']],
  ['until: the last millisecond of the day', 'since:2026-09-01 until:2026-09-30', ['september']],
  ['since: a time', 'since:2026-09-30T23:59:59.999Z until:2026-09-30T23:59:59.999Z', ['september']],
  ['state: reviewed', 'state:reviewed', ['up', 'down', 'fixed', 'gold', 'picked']],
  ['state: disputed', 'state:disputed', ['disputed']],
  ['state: skipped', 'state:skipped', ['skipped']],
  ['state: unreviewed', 'state:unreviewed', except('up', 'down', 'fixed', 'gold', 'picked', 'disputed', 'skipped')],
  ['reviewer', 'reviewer:ben', ['down', 'disputed']],
  ['has: up', 'has:up', ['up', 'disputed']],
  ['has: down', 'has:down', ['down', 'disputed']],
  ['has: correction', 'has:correction', ['fixed']],
  ['has: gold', 'has:gold', ['gold']],
  ['has: pick', 'has:pick', ['picked']],
  ['has: score', 'has:score', ['scored', 'graded']],
  ['has: candidates', 'has:candidates', ['picked']],
  ['has: note', 'has:note', ['noted']],
  ['has: tool_calls', 'has:tool_calls', ['tools']],
  ['has: redactions', 'has:redactions', ['masked']],
  ['has: pinned', 'has:pinned', ['pinned']],
  ['has: tainted', 'has:tainted', ['tainted']],
  ['unlabelled', 'unlabelled', except('refund', 'late')],
  ['text, whatever the case', '"THREE hotels"', ['tools']],
  ['text in tool arguments, escapes decoded', 'málaga', ['tools']],
  ['text, NFC', 'ma\u0301laga', ['tools']],
  ['text of the answer', '"done"', ['tools']],
  ['not', '-label:billing -language=es,fr state:reviewed', ['up', 'down', 'fixed', 'gold', 'picked']],
  ['different keys narrow', 'has:up state:disputed', ['disputed']],
  ['a list inside a key widens', 'has:gold,correction', ['fixed', 'gold']],
  ['several attributes narrow', 'language=es tier=gold', ['spanish']],
];

describe('LOOP §5: slices', () => {
  let stage: Stage;
  const nameOf = new Map<string, string>();

  before(async () => {
    const rows = names.map((name) => ({ prompt: `${name}?`, completion: 'Answer.', ...traces[name]?.row, labels: undefined }));
    stage = await Stage.open(rows, { labels: false });
    names.forEach((name, n) => nameOf.set(stage.traces[n] ?? '', name));
    for (const [n, name] of names.entries()) await stage.play(n, traces[name]?.acts ?? []);
    for (const child of ['refunds', 'late']) await stage.ws.call('label.change', { label: child, parent: 'billing' });
  });
  after(() => stage.ws.dispose());

  const ids = async (selection: Selection) => {
    const { rows } = await stage.ws.call('trace.list', { selection, limit: 500 });
    return rows.map(({ id }) => nameOf.get(id) ?? '?').sort();
  };

  for (const [row, filter, holds] of cases) {
    it(row, async () => {
      const slice = parseSlice(filter);
      assert.deepEqual(await ids(slice), [...holds].sort());
      assert.equal((await stage.ws.call('trace.count', { slice })).count, holds.length, 'counted as listed');
      assert.deepEqual(parseSlice(printSlice(slice)), slice, 'printed and read again');
      const { not, ...own } = slice;
      if (not || Object.keys(own).length !== 1) return;
      const rest = await ids({ not: own });
      assert.deepEqual([...rest, ...holds].sort(), [...all].sort(), 'with its negation it is the whole store');
    });
  }

  it('refuses a word it does not know, and says which is near', async () => {
    assert.throws(() => parseSlice('lable:late'), isProblem('slice_invalid'));
    assert.throws(() => parseSlice('state:done'), isProblem('slice_invalid'));
    await assert.rejects(stage.ws.call('trace.count', { slice: { lable: 'x' } as object }), isProblem('usage'));
  });

  it('a sample is the same for the same seed, and barely changes when traces come in', async () => {
    const first = await ids({ sample: 8 });
    assert.equal(first.length, 8);
    assert.deepEqual(await ids({ sample: 8, seed: 1 }), first, 'the seed is 1 when none is given');
    assert.notDeepEqual(await ids({ sample: 8, seed: 2 }), first);
    assert.deepEqual(await ids({ sample: 99 }), [...all].sort());
    const file = stage.ws.write('more.jsonl', JSON.stringify({ request_id: 'm', prompt: 'more?', completion: 'x' }));
    const { trace_ids } = await stage.ws.call('import.run', { paths: [file], source: 'more' });
    const after = await ids({ sample: 8 });
    assert.ok(first.filter((name) => !after.includes(name)).length <= 1);
    await stage.ws.call('trace.delete', { traces: trace_ids, confirmed: true });
  });

  it('only_unscored leaves out what has a score of any kind', async () => {
    assert.deepEqual(await ids({ only_unscored: true }), except('scored', 'graded').sort());
    assert.deepEqual(await ids({ only_unscored: true, has: 'score' }), []);
  });
});
