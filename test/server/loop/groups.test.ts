import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { asked, down, grade, score, Stage, up, type Act } from './stage';

/** What each trace is: its acts, its band of scores and how far those who spoke are apart. */
const traces: [name: string, acts: readonly Act[], band: string, apart: string, answer?: string][] = [
  ['nothing said', [], '', ''],
  ['one voice', [up()], '', ''],
  ['exactly 0.8', [score(0.8)], '0.8', ''],
  ['just below', [score(0.79)], '0.6', ''],
  ['nothing right', [score(0)], '0', ''],
  ['two who agree', [up(), up({ by: 'ben' })], '', 'agree'],
  ['two against one another', [up(), down({ by: 'ben' })], '', 'apart'],
  ['rules and a person agree', [grade, up()], '0.8', 'agree', 'five three two'],
  ['rules and a person differ', [grade, up()], '0.6', 'differ', 'five two'],
  ['rules against a person', [grade, down()], '0.8', 'apart', 'five three two'],
];

/** REVIEW, the tree: groups by score band and by disagreement. */
describe('REVIEW: groups by score and by disagreement', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open(traces.map(([name, , , , answer]) => asked(`${name}?`, answer)));
    for (const [n, [, acts]] of traces.entries()) await stage.play(n, acts);
  });
  after(() => stage.ws.dispose());

  for (const [by, column, order] of [
    ['score', 2, ['0.8', '0.6', '0', '']],
    ['disagreement', 3, ['apart', 'differ', 'agree', '']],
  ] as const) {
    it(by, async () => {
      const groups = await stage.ws.call('trace.groups', { by });
      assert.deepEqual(
        groups.map(({ key }) => key),
        order,
      );
      for (const { key, total, reviewed } of groups) {
        const wanted = traces.filter((trace) => trace[column] === key);
        const { rows } = await stage.ws.call('trace.list', { group: { by, key } });
        assert.deepEqual(rows.map(({ id }) => traces[stage.traces.indexOf(id)]?.[0]).sort(), wanted.map(([name]) => name).sort());
        assert.equal(total, wanted.length);
        assert.equal(reviewed, rows.filter(({ state }) => state === 'reviewed').length);
      }
    });
  }

  it('within a filter', async () => {
    const groups = await stage.ws.call('trace.groups', { by: 'score', slice: { has: 'up' } });
    assert.deepEqual(
      groups.map(({ key, total }) => [key, total]),
      [
        ['0.8', 1],
        ['0.6', 1],
        ['', 3],
      ],
    );
  });
});
