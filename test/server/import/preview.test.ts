import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { importPreview as previewSchema } from '../../../core/protocol/results';
import { importPreview } from '../../../server/import/preview';
import { testFolder, type TestFolder } from './folder';
import { jobFor } from './jobs';

const going = () => new AbortController().signal;

describe('previewing an import', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  it('counts a small file whole and shows three conversations', async () => {
    const path = join('test', 'fixtures', 'import', 'labelled', 'forms', 'input.jsonl');
    const preview = previewSchema.parse(await importPreview(jobFor([path]), going()));
    assert.equal(preview.read, 7);
    assert.deepEqual(preview.by_shape, { labelled: 5, completion: 2 });
    assert.equal(preview.sample.length, 3);
    assert.deepEqual(
      preview.files.map((file) => file.dialect),
      ['labelled'],
    );
    assert.deepEqual(
      preview.fields.find((field) => field.name === 'kto_tag'),
      { name: 'kto_tag', reads_as: 'label' },
    );
  });

  it('shows both sides of a preference, and what else a row says, masked', async () => {
    const rows = [
      { prompt: 'Which?', chosen: 'Ask ben@example.org.', rejected: 'No.' },
      { prompt: 'How good?', completion: 'So so.', score: 2, reference: 'Well.' },
    ];
    const path = folder.file('rows.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { sample } = previewSchema.parse(await importPreview(jobFor([path]), going()));
    assert.deepEqual(
      sample.map(({ said }) => said),
      [
        [{ kind: 'correction', turn: 1, answer: { text: 'Ask [redacted:email].' } }],
        [
          { kind: 'score', turn: 1, raw_score: 2 },
          { kind: 'gold', turn: 1, answer: { text: 'Well.' } },
        ],
      ],
    );
  });

  it('counts a row once of which nothing can be read, and the records of a file without a conversation', async () => {
    const tie = JSON.stringify({ winner: 'tie', conversation_a: [], conversation_b: [{ role: 'odd' }] });
    const battles = await importPreview(jobFor([folder.file('ties.jsonl', `${tie}\n`)]), going());
    assert.deepEqual([battles.read, battles.refused, battles.refused_by], [1, 1, { no_messages: 1 }]);
    const history = folder.file('.aider.chat.history.md', '# aider chat started at 2026-01-01 10:00:00\n\n> Main model: x  \n');
    const { read, records } = await importPreview(jobFor([history]), going());
    assert.deepEqual([read, records], [0, { read: 1, used: 0, ignored: 1, refused: 0 }]);
  });

  it('shows what would be masked without showing it', async () => {
    const path = folder.file('log.jsonl', `${JSON.stringify({ prompt: 'I am anna@example.org, hello', completion: 'Hi' })}\n`);
    const preview = await importPreview(jobFor([path]), going());
    assert.deepEqual(preview.masks, [{ kind: 'email', count: 1, examples: ['I am [redacted:email], hello'] }]);
    assert.doesNotMatch(JSON.stringify(preview), /anna@/);
  });

  it('names the columns of a table that needs a mapping, and reads it with one', async () => {
    const path = folder.file('log.csv', 'question,answer\nWhat?,That.\n');
    const without = await importPreview(jobFor([path]), going());
    assert.deepEqual(without.fields, [{ name: 'question' }, { name: 'answer' }]);
    assert.equal(without.refused, 1);
    const mapped = await importPreview(jobFor([path], { mapping: { prompt: 'question', completion: 'answer' } }), going());
    assert.deepEqual(mapped.fields, [
      { name: 'question', reads_as: 'prompt' },
      { name: 'answer', reads_as: 'completion' },
    ]);
    assert.equal(mapped.imported, 1);
    await assert.rejects(importPreview(jobFor([path], { mapping: { query: 'question' } }), going()), Problem);
  });

  it('reads the beginning of a large file, and says so', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `${JSON.stringify({ prompt: String(i), completion: 'c' })}\n`);
    const preview = await importPreview(jobFor([folder.file('log.jsonl', rows.join(''))]), going());
    assert.equal(preview.imported, 2000);
    assert.equal(preview.notes['only_beginning_read'], 1);
  });

  it('counts what the store has as duplicates', async () => {
    const path = folder.file('log.jsonl', '{"prompt":"p","completion":"c"}\n{"prompt":"q","completion":"c"}\n');
    const first = await importPreview(jobFor([path]), going());
    const known = new Set(first.trace_ids.slice(0, 1));
    const second = await importPreview(jobFor([path]), going(), (id) => (known.has(id) ? 'duplicate' : 'new'));
    assert.deepEqual([second.imported, second.duplicates], [1, 1]);
  });

  it('lists files that cannot be read among others', async () => {
    const good = folder.file('a.jsonl', '{"prompt":"p","completion":"c"}\n');
    const bad = folder.file('b.jsonl', '');
    const preview = await importPreview(jobFor([good, bad]), going());
    assert.deepEqual(
      preview.files.map((file) => [file.file, file.dialect]),
      [
        ['a.jsonl', 'prompt-completion'],
        ['b.jsonl', 'unknown'],
      ],
    );
    assert.deepEqual(preview.refused_by, { file_unreadable: 1 });
  });
});
