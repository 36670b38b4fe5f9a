import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { endOf, sample, useCommandLine } from './command-line';

describe('command line', function () {
  this.timeout(60_000);
  const cli = useCommandLine();
  const { json, loop, run } = cli;

  it('goes the whole way from a log to training files', async () => {
    const imported = await json<{ imported: number; redactions: Record<string, number> }>(
      'import',
      sample,
      '--source',
      'support-agent',
    );
    assert.equal(imported.imported, 63);
    assert.ok((imported.redactions['email'] ?? 0) > 0);
    const listed = (await loop('--json', 'list', '--source', 'support-agent', '--limit', '63')).out.trim().split('\n');
    const rows = listed.map((line) => JSON.parse(line) as { id: string; has: string[] });
    assert.equal(rows.length, 63);
    const [first, second, third] = rows.filter((row) => !row.has.includes('up')).map((row) => row.id);
    assert.equal((await json<{ state: string }>('up', first ?? '')).state, 'reviewed');
    assert.equal((await json<{ state: string }>('down', second ?? '', '--reason', 'invented a policy')).state, 'reviewed');
    await json('correct', third ?? '', '--text', 'It takes five working days.');
    assert.deepEqual((await json<{ labels: string[] }>('label', first ?? '', 'Refunds', '--parent', 'Billing')).labels, [
      'refunds',
    ]);
    assert.deepEqual((await json<{ attributes: object }>('attribute', first ?? '', 'language=en')).attributes, {
      language: 'en',
    });
    const built = await json<{ item_count: number; version: number }>('build', '--name', 'k', '--method', 'kto');
    assert.deepEqual([built.item_count, built.version], [4, 1]);
    const exported = await json<{ files: { path: string }[] }>('export', 'k', '--target', 'trl', '--out', 'data/k');
    assert.ok(exported.files.some((file) => file.path === 'data/k/train.jsonl'));
    assert.equal(readFileSync(path.join(cli.folder, 'data/k/train.jsonl'), 'utf8').trim().split('\n').length, 4);
    assert.equal((await json<{ ok: boolean }>('verify')).ok, true);
    await json('delete', second ?? '');
    assert.equal(readFileSync(path.join(cli.folder, 'data/k/train.jsonl'), 'utf8').trim().split('\n').length, 3);
    assert.equal((await loop('verify', '--strict')).code, 0);
    appendFileSync(path.join(cli.folder, 'data/k/train.jsonl'), '{"by": "hand"}\n');
    assert.deepEqual([(await loop('verify')).code, (await loop('verify', '--strict')).code], [0, 1]);
    assert.equal((await json<{ traces: number }>('stats')).traces, 62);
    assert.equal((await json<{ traces: number }>('rebuild')).traces, 62);
  });

  it('answers a problem with its code, one JSON value and exit code 1', async () => {
    const none = await loop('--json', 'list');
    assert.equal(none.code, 1);
    assert.equal((JSON.parse(none.out) as { problem: { code: string } }).problem.code, 'store_not_found');
    await json('import', sample, '--source', 's');
    const unknown = await loop('show', 'no-such-trace');
    assert.equal(unknown.code, 1);
    assert.match(unknown.err, /^loop: No trace no-such-trace in this store\./);
    assert.equal(unknown.out, '');
  });

  it('takes the beginning of an id, as long as it begins one', async () => {
    await json('import', sample, '--source', 's');
    const ids = (await loop('--json', 'list', '--limit', '63')).out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    const [first = '', second = ''] = ids;
    assert.equal((await json<{ id: string }>('show', first.slice(0, 10))).id, first);
    assert.equal((await json<{ state: string }>('up', first.slice(0, 10))).state, 'reviewed');
    await json('delete', second.slice(0, 10));
    assert.equal((await json<{ traces: number }>('stats')).traces, 62);
    assert.match((await loop('show', 'aaaa')).err, /^loop: No trace aaaa in this store\./);
  });

  it('names a label that nobody has given when nothing is found, and a grader that had nothing to look at', async () => {
    await json('import', sample, '--source', 'support-agent');
    const [row] = (await loop('--json', 'list', '--limit', '1')).out.split('\n');
    const { id } = JSON.parse(row ?? '') as { id: string };
    await json('label', id, 'refunds');
    const listed = await loop('list', '--label', 'refuns');
    assert.equal(listed.out, 'No conversation is like that.\n');
    assert.equal(listed.err, 'No label is called refuns. Did you mean refunds?\n');
    assert.equal((await loop('list', '--label', 'refunds')).err, '');
    const next = await loop('list', '--limit', '1', '--after', id.slice(0, 6));
    assert.deepEqual([next.code, next.out === (await loop('list', '--limit', '1', '--after', id)).out], [0, true]);
    const grader = path.join(cli.folder, 'a.grader.yaml');
    writeFileSync(grader, 'version: 1\nname: A\nrules:\n  - id: a\n    type: contains\n    any: [refund]\n');
    const graded = await loop('grade', '--grader', grader, '--label', 'nope');
    assert.match(graded.out, /\nNo conversation is like that: nothing was graded\.\n$/);
  });

  it('answers wrong usage with exit code 2', async () => {
    assert.equal((await loop('import', sample)).code, 2);
    assert.equal((await loop('nonsense')).code, 2);
    assert.equal((await loop('build', '--method', 'magic', '--name', 'x')).code, 2);
    assert.equal((await loop('--help')).code, 0);
  });

  it('exits with 0 and names the refused rows when some were bad', async () => {
    cli.write('x.jsonl', '{"prompt":"a","completion":"b"}\nnot json\n');
    const { code, out, err } = await loop('import', 'x.jsonl', '--source', 's');
    assert.equal(code, 0);
    assert.match(out, /Read 2: 1 imported, 0 duplicates, 1 refused\./);
    assert.match(err, /x\.jsonl:2: invalid_json/);
  });

  it('writes nothing on a dry run, not even a store', async () => {
    const result = await json<{ imported: number }>('import', sample, '--source', 's', '--dry-run');
    assert.equal(result.imported, 63);
    assert.deepEqual(readdirSync(cli.folder), []);
  });

  it('records from standard input, one answer a line', async () => {
    const row = JSON.stringify({ source: 'bot', request_id: 'r1', prompt: 'hi', completion: 'hello' });
    assert.deepEqual(JSON.parse((await run(['record', '-'], { input: `${row}\n` })).out), {
      captured: false,
      reason: 'source_off',
    });
    await json('capture', 'on', 'bot', '--retention-days', 'forever');
    const answers = (await run(['record', '-'], { input: `${row}\n${row}\nbroken\n` })).out.trim().split('\n');
    const parsed = answers.map((line) => JSON.parse(line) as { captured: boolean; duplicate?: boolean; reason?: string });
    assert.deepEqual(
      parsed.map((p) => [p.captured, p.duplicate ?? false, p.reason ?? '']),
      [
        [true, false, ''],
        [true, true, ''],
        [false, false, 'invalid_json'],
      ],
    );
    assert.equal((await loop('capture', 'on', 'bot', '--retention-days', 'never')).code, 1);
  });

  it('finds the store of the nearest folder upwards', async () => {
    await json('import', sample, '--source', 's');
    mkdirSync(path.join(cli.folder, 'a/b'), { recursive: true });
    const { out } = await run(['--json', 'stats'], { cwd: 'a/b' });
    assert.equal((JSON.parse(out) as { traces: number }).traces, 63);
  });

  it('lets several processes work on one store at once and loses nothing', async () => {
    await json('import', sample, '--source', 's');
    const ids = (await loop('--json', 'list', '--limit', '12')).out
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    const results = await Promise.all(ids.map((id) => loop('note', id, '--text', 'seen')));
    assert.deepEqual(
      results.map((r) => r.code),
      ids.map(() => 0),
      results.map((r) => r.err).join(''),
    );
    assert.equal((await loop('--json', 'list', '--has', 'note')).out.trim().split('\n').length, 12);
  });

  it('says in a sentence what is wrong with a store that is a file, a scale, a change of a label', async () => {
    const file = cli.write('rows.jsonl', '{"prompt":"p","completion":"c","score":3}\n');
    for (const [code, ...args] of [
      [2, '--store', file, 'import', file, '--source', 's'],
      [2, '--store', file, 'stats'],
      [1, 'import', file, '--source', 's', '--scale', '1..2..3'],
      [1, 'import', file, '--source', 's', '--scale', '1..Infinity'],
      [0, 'import', file, '--source', 's', '--scale', '1..5'],
      [2, 'labels', '--rename', 'old'],
    ] as const) {
      const ran = await run(args);
      assert.equal(ran.code, code, args.join(' '));
      if (code > 0) assert.match(ran.err, /^loop: [^\n]+\n$/);
    }
  });

  it('ends in silence when its reader has had enough', async () => {
    await json('import', sample, '--source', 's');
    const child = cli.start(['--json', 'list']);
    child.stdout.destroy();
    const { code, err } = await endOf(child);
    assert.deepEqual({ code, err }, { code: 0, err: '' });
  });
});
