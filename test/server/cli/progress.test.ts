import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { progressLine } from '../../../server/cli/progress';
import { encodeTrace, headerOf, headOf } from '../../../server/store/log/trace-line';
import { rowOf } from '../../support/store';
import { endOf, useCommandLine } from './command-line';

describe('the progress line', () => {
  /** A terminal, or something else, and a clock that is moved by hand. */
  function terminal(isTTY: boolean) {
    const written: string[] = [];
    const clock = { time: 1000 };
    const out = { isTTY, write: (text: string) => written.push(text) > 0 };
    return { written, clock, line: progressLine(out, () => clock.time) };
  }

  it('says how far an index is that is made anew, once it takes a while', () => {
    const { written, clock, line } = terminal(true);
    line.showRebuilding({ done: 1, total: 4000, unit: 'bytes' });
    assert.deepEqual(written, [], 'nothing for what is over in a moment');
    clock.time += 300;
    line.showRebuilding({ done: 1000, total: 4000, unit: 'bytes' });
    clock.time += 50;
    line.showRebuilding({ done: 1500, total: 4000, unit: 'bytes' });
    clock.time += 50;
    line.showRebuilding({ done: 4000, total: 4000, unit: 'bytes' });
    line.clear();
    line.clear();
    const start = '\r\x1b[2K';
    assert.deepEqual(written, [
      `${start}Making the index anew: 1,000 of 4,000 (25 %) bytes`,
      `${start}Making the index anew: 4,000 of 4,000 (100 %) bytes`,
      start,
    ]);
  });

  it('is silent where nobody looks', () => {
    const { written, clock, line } = terminal(false);
    clock.time += 10_000;
    line.showRebuilding({ done: 1, total: 2, unit: 'bytes' });
    line.show({ done: 1, total: 2, unit: 'rows' });
    line.clear();
    assert.deepEqual(written, []);
  });
});

describe('a command on a store without an index', function () {
  this.timeout(120_000);
  const cli = useCommandLine();
  const hasTerminal = spawnSync('script', ['--version']).status === 0;

  /** So many conversations that reading them takes a while, in the file of another writer. */
  function fill(): void {
    const lines = Array.from({ length: 40_000 }, (_, n) => {
      const row = rowOf({ key: `request:${n}`, question: `Question ${n}? ${'x'.repeat(400)}` });
      const { recorded_at } = row.trace;
      return encodeTrace(headerOf(headOf(row), row, `${n}`, { recorded_at }), row, { recorded_at });
    });
    appendFileSync(path.join(cli.folder, '.loop', 'traces', 'abcdefghij-1.g0.jsonl'), Buffer.concat(lines));
  }

  it('shows on a terminal how far it is, beside its answer and not in it', async function () {
    if (!hasTerminal) this.skip();
    cli.write('rows.jsonl', '{"prompt":"q","completion":"a"}\n');
    await cli.json('import', 'rows.jsonl', '--source', 'bot');
    fill();
    rmSync(path.join(cli.folder, '.loop', 'index.sqlite'), { force: true });
    const command = `'${process.execPath}' '${cli.program}' --json stats > out.json`;
    const child = spawn('script', ['-qec', command, '/dev/null'], { cwd: cli.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const { code, out } = await endOf(child);
    assert.equal(code, 0, out);
    assert.match(out, /\r\x1b\[2KMaking the index anew: [\d,]+ of [\d,]+ \(\d+ %\) bytes/);
    assert.ok(out.endsWith('\r\x1b[2K'), JSON.stringify(out.slice(-80)));
    const answer = JSON.parse(readFileSync(path.join(cli.folder, 'out.json'), 'utf8')) as { traces: number };
    assert.equal(answer.traces, 40_001);
    assert.ok(readdirSync(path.join(cli.folder, '.loop')).includes('index.sqlite'));
    const again = await cli.loop('stats');
    assert.equal(again.err, '', 'elsewhere nothing is shown');
  });
});
