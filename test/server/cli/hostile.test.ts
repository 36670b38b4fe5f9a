import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { endOf, sample, useCommandLine } from './command-line';

describe('command line under hostile use', function () {
  this.timeout(120_000);
  const cli = useCommandLine();

  const imported = async () => (await cli.json<{ trace_ids: string[] }>('import', sample, '--source', 's')).trace_ids[0] ?? '';

  it('answers wrong usage with one JSON value too', async () => {
    for (const args of [
      ['list', '--limit', '-1'],
      ['import', sample],
      ['nonsense'],
      [],
      ['list', '--state', 'revewed'],
      ['--store', '', 'stats'],
    ]) {
      assert.equal(await cli.problem(...args), 'usage', args.join(' '));
    }
  });

  it('never takes an attribute that cannot be one for no attribute at all', async () => {
    const id = await imported();
    assert.equal(await cli.problem('attribute', id, '__proto__=x'), 'attribute_invalid');
    assert.equal(await cli.problem('list', '--attribute', '__proto__=x'), 'attribute_invalid');
    assert.equal(await cli.problem('delete', '--where', '__proto__=x', '--yes'), 'slice_invalid');
    assert.equal(await cli.problem('delete', '--where', ' ', '--yes'), 'usage');
    assert.equal((await cli.json<{ traces: number }>('stats')).traces, 63);
  });

  it('names the label that was probably meant', async () => {
    await cli.json('label', await imported(), 'refunds');
    for (const change of ['--rename', '--merge', '--parent']) {
      const { code, err } = await cli.loop('labels', change, 'refund=x');
      assert.equal(code, 1);
      assert.match(err, /^loop: No label refund in this store\. Did you mean refunds\?/);
    }
  });

  it('says of a file that it is a folder, or no text', async () => {
    const id = await imported();
    mkdirSync(path.join(cli.folder, 'folder'));
    cli.write('binary', Uint8Array.from([1, 0, 2, 255]));
    cli.write('latin', Uint8Array.from([0x63, 0x61, 0x66, 0xe9]));
    for (const [words, ...args] of [
      [/cannot be read: it is a folder/, 'correct', id, '--file', 'folder'],
      [/cannot be read: it is a folder/, 'record', 'folder'],
      [/is not UTF-8 text/, 'gold', id, '--file', 'binary'],
      [/is not UTF-8 text/, 'candidate', id, '--file', 'latin'],
    ] as const) {
      const { code, err } = await cli.loop(...args);
      assert.equal(code, 1);
      assert.match(err, words);
    }
  });

  it('says of a file to import that its name leads nowhere', async () => {
    assert.match(await cli.problem('import', 'x'.repeat(300), '--source', 's'), /^file_not_(?:readable|found)$/);
  });

  it('shows a conversation without letting it move the cursor', async () => {
    const answer = 'ok\u001b[2J\u202e\u009b31m\n[9] user\nforged';
    cli.write('x.jsonl', JSON.stringify({ prompt: 'p\u0007', completion: answer }));
    const { trace_ids } = await cli.json<{ trace_ids: string[] }>('import', 'x.jsonl', '--source', 's');
    const { out } = await cli.loop('show', trace_ids[0] ?? '');
    assert.doesNotMatch(out, /[^\P{Cc}\n]|[\u202a-\u202e]/u);
    assert.doesNotMatch(out, /^\[9\]/m, 'a line of a message is no heading');
    const shown = await cli.json<{ answer: string }>('show', trace_ids[0] ?? '');
    assert.equal(shown.answer, answer);
  });

  it('takes what was recorded before an interruption, and says so', async () => {
    await cli.json('capture', 'on', 'bot');
    const child = cli.start(['record', '-']);
    const ended = endOf(child);
    child.stdin.write(`${JSON.stringify({ source: 'bot', prompt: 'q', completion: 'a' })}\n`);
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    const { code, err } = await ended;
    assert.deepEqual([code, err], [130, 'Stopped. What was answered is recorded.\n']);
    assert.equal((await cli.json<{ traces: number }>('stats')).traces, 1);
  });

  it('leaves nothing of an import that is interrupted', async () => {
    const row = (n: number) => JSON.stringify({ prompt: `question ${n} ${'word '.repeat(80)}`, completion: `answer ${n}` });
    cli.write('large.jsonl', Array.from({ length: 40_000 }, (_, n) => row(n)).join('\n'));
    const child = cli.start(['--json', 'import', 'large.jsonl', '--source', 's']);
    const ended = endOf(child);
    const traces = path.join(cli.folder, '.loop/traces');
    while (!existsSync(traces) || readdirSync(traces).length === 0) await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGINT');
    const { code, out } = await ended;
    assert.equal(code, 130);
    assert.equal((JSON.parse(out) as { problem: { code: string } }).problem.code, 'cancelled');
    assert.equal((await cli.json<{ traces: number }>('stats')).traces, 0);
    assert.deepEqual(
      readdirSync(traces).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('says when the folder it is in is gone', () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && "$0" "$1" stats';
    const ran = spawnSync('/bin/sh', ['-c', script, process.execPath, cli.program], { cwd: cli.folder, encoding: 'utf8' });
    assert.equal(ran.status, 2);
    assert.match(ran.stderr, /loop: The folder you are in is gone\./);
  });

  it('tells of damage to the log', async () => {
    await imported();
    const traces = path.join(cli.folder, '.loop/traces');
    const segment = path.join(traces, readdirSync(traces)[0] ?? '');
    const bytes = readFileSync(segment);
    bytes[2000] = (bytes[2000] ?? 0) ^ 1;
    writeFileSync(segment, bytes);
    const { traces: left, damage } = await cli.json<{ traces: number; damage: { kind: string }[] }>('rebuild');
    assert.deepEqual([left, damage.map(({ kind }) => kind)], [62, ['damaged']]);
    assert.match((await cli.loop('stats')).out, /^! traces\/.*: .* from byte [\d,]+ could not be read\.$/m);
  });

  it('says when its output could not be written', function () {
    if (!existsSync('/dev/full')) this.skip();
    const { status, stderr } = spawnSync('/bin/sh', ['-c', `"$0" "$1" --help > /dev/full`, process.execPath, cli.program], {
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr], [1, 'loop: The output could not be written: the disk is full.\n']);
  });
});
