import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Engine } from '../../../core/protocol/engine';
import { openEngine } from '../../../server/engine/open';
import { bundled, type Bundled } from '../../support/bundled';
import { Window } from '../../support/window';
import { useCommandLine } from '../cli/command-line';
import { chat } from '../engine/workspace';

describe('two editor windows at one store', function () {
  this.timeout(120_000);
  let windows: [Window, Window];
  // Before their folder is removed.
  afterEach(() => Promise.all(windows.map((window) => window.end())));
  const cli = useCommandLine();
  let server: Bundled;
  let notes: Map<string, string>;

  before(async () => {
    server = await bundled('../../server/main.ts', {
      'engine.js': '../../server/engine/worker.ts',
      'converter.js': '../../server/import/converter.ts',
    });
  });
  after(() => server.remove());
  beforeEach(() => {
    windows = [new Window(server.file, cli.folder, 'ana'), new Window(server.file, cli.folder, 'ben')];
    notes = new Map();
  });

  const imported = async (engine: Engine, source: string, count = 3) => {
    const rows = Array.from({ length: count }, (_, n) => chat(`${n}`, `Question ${n} of ${source}?`, 'Yes.'));
    const file = cli.write(`${source}.jsonl`, rows.join('\n'));
    return (await engine.call('import.run', { paths: [file], source })).trace_ids;
  };
  /** Both at the same time; each says of its own trace what nobody else says. */
  const noted = (text: string, traces: readonly string[]) =>
    Promise.all(
      windows.map(async ({ engine }, n) => {
        const [trace = '', said] = [traces[n], `${text} by ${n}`];
        notes.set(said, trace);
        await engine.call('feedback.note', { trace, text: said });
      }),
    );
  const owner = () => windows.find(({ owns }) => owns) ?? assert.fail('nobody owns the store');
  const other = (window: Window) => windows.find((one) => one !== window) ?? window;

  /** Every note that was acknowledged is there, and once. */
  async function compare(engine: Engine): Promise<void> {
    for (const trace of new Set(notes.values())) {
      const { signals } = await engine.call('trace.show', { trace });
      const expected = [...notes].filter(([, on]) => on === trace).map(([text]) => text);
      assert.deepEqual(signals.map(({ reason }) => reason).sort(), expected.sort());
    }
  }

  it('both go on, whichever of them loses its server', async () => {
    await Promise.all(windows.map(({ engine }) => engine.call('store.stats', {})));
    const traces: string[] = [];
    for (const [n, { engine }] of windows.entries()) traces.push(...(await imported(engine, `window-${n}`)).slice(0, 1));
    assert.deepEqual(windows.map(({ state }) => state).sort(), ['attached', 'open']);
    for (let round = 0; round < 4; round++) {
      await noted(`before ${round}`, traces);
      const killed = round === 2 ? other(owner()) : owner();
      const stays = other(killed);
      // What is under way falls with the process of the one, and of the other with the connection.
      const underWay = Promise.all([noted(`within ${round}`, traces), imported(stays.engine, `more-${round}`, 40)]);
      await killed.kill();
      const [, brought] = await underWay;
      assert.equal(brought.length, 40);
      await noted(`after ${round}`, traces);
      assert.deepEqual(windows.map(({ state }) => state).sort(), ['attached', 'open']);
      for (const { engine } of windows) await compare(engine);
    }
    await Promise.all(windows.map((window) => window.close()));
    const engine = await openEngine({ store: path.join(cli.folder, '.loop'), reviewer: 'judge' });
    try {
      await compare(engine);
      assert.equal((await engine.call('store.stats', {})).traces, 2 * 3 + 4 * 40);
    } finally {
      await engine.close();
    }
  });

  it('show each other what they do, and what the command line does', async () => {
    const [ana, ben] = windows;
    await Promise.all(windows.map(({ engine }) => engine.call('store.stats', {})));
    const told = new Promise((resolve) => void ben.engine.onChange(resolve));
    const [trace = ''] = await imported(ana.engine, 'window');
    await told;
    const toldBoth = Promise.all(windows.map(({ engine }) => new Promise((resolve) => void engine.onChange(resolve))));
    const shown = await cli.loop('up', trace);
    assert.equal(shown.code, 0, shown.err);
    await toldBoth;
    for (const { engine } of windows) {
      const { state, signals } = await engine.call('trace.show', { trace });
      assert.deepEqual([state, signals.length], ['reviewed', 1]);
    }
    await owner().kill();
    const file = cli.write('more.jsonl', chat('m', 'More?', 'Yes.'));
    const { code, err } = await cli.loop('import', file, '--source', 'shell');
    assert.equal(code, 0, err);
    for (const { engine } of windows) assert.equal((await engine.call('store.stats', {})).traces, 4);
    await Promise.all(windows.map((window) => window.close()));
  });
});
