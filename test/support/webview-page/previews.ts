import type { ImportPreview, ImportResult } from '../../../core/protocol/results';
import { brokenTools, refund } from './conversations';
import { attacks, hostileMessages } from './hostile';
import { trace } from './traces';

const file = '/home/ana/shop/logs/support-2026-11.jsonl';

export const importResult: ImportResult = {
  read: 418,
  imported: 391,
  duplicates: 19,
  refused: 8,
  reviewed: 46,
  candidates: 12,
  id_reused: 0,
  records: { read: 418, used: 410, ignored: 0, refused: 8 },
  by_shape: { conversation: 364, labelled: 34, reference: 12 },
  refused_by: { invalid_json: 2, unrecognised_shape: 5, too_large: 1 },
  refused_rows: [
    { file, line: 57, code: 'invalid_json', message: 'The line is not valid JSON: it ends inside a string.' },
    { file, line: 112, code: 'unrecognised_shape', message: 'No known shape. Fields seen: question, answer, rating.' },
    { file, line: 301, code: 'too_large', message: 'The row is larger than 20 MB.' },
  ],
  redactions: { email: 212, phone: 48, card: 9, api_key: 2 },
  dialects: { openai_chat: 398, prompt_completion: 12 },
  trace_ids: ['k3v9m2q8x7c1b5n4z6a0s9d8f7'],
  notes: { score_without_scale: 4 },
};

export const preview: ImportPreview = {
  ...importResult,
  files: [{ file, dialect: 'openai_chat', bytes: 1_842_110 }],
  fields: [
    { name: 'messages', reads_as: 'messages' },
    { name: 'model', reads_as: 'model' },
    { name: 'label', reads_as: 'label' },
    { name: 'session_hash' },
  ],
  masks: [
    { kind: 'email', count: 212, examples: ['My e-mail is [redacted:email].', 'write to [redacted:email#2] instead'] },
    { kind: 'phone', count: 48, examples: ['call me on [redacted:phone] after six'] },
    { kind: 'card', count: 9, examples: ['I paid with [redacted:card].'] },
    { kind: 'api_key', count: 2, examples: ['"Authorization": "[redacted:api_key]"'] },
  ],
  sample: [
    { ...trace('k3v9m2q8x7c1b5n4z6a0s9d8f7', refund), said: [] },
    { ...trace('p1o2i3u4y5t6r7e8w9q0a1s2d3', brokenTools.messages), said: [] },
    {
      ...trace('z9x8c7v6b5n4m3a2s1d0f9g8h7', [
        { role: 'user', content: 'Is the blue kettle suitable for induction hobs?' },
        { role: 'assistant', content: 'Yes, on all hobs.' },
      ]),
      said: [
        { kind: 'correction', turn: 1, answer: { text: 'No: its base is aluminium.' } },
        { kind: 'score', turn: 1, raw_score: 2, scores: { overall: 0.25 } },
      ],
    },
  ],
};

const script = attacks['script'] ?? '';
/** A file whose every word is meant to do harm. */
export const hostilePreview: ImportPreview = {
  ...preview,
  files: [{ file: script, dialect: script, bytes: 1 }],
  fields: [{ name: script }],
  masks: [{ kind: 'email', count: 1, examples: [script] }],
  refused_rows: [{ file: script, line: 1, code: 'invalid_json', message: script }],
  sample: [
    { ...trace('h0s1t2i3l4e5', hostileMessages), said: [] },
    {
      ...trace('h0s1t2i3l4e6', hostileMessages.slice(-1)),
      said: [{ kind: 'correction', turn: 0, answer: { text: script } }],
    },
  ],
};

const csv = '/home/ana/shop/logs/faq.csv';
const empty: ImportPreview = {
  ...preview,
  read: 120,
  imported: 0,
  duplicates: 0,
  refused: 120,
  reviewed: 0,
  candidates: 0,
  records: { read: 120, used: 0, ignored: 0, refused: 120 },
  by_shape: {},
  refused_by: { unrecognised_shape: 120 },
  refused_rows: [
    { file: csv, line: 2, code: 'unrecognised_shape', message: 'No known shape. Fields seen: vraag, antwoord, goed.' },
    { file: csv, line: 3, code: 'unrecognised_shape', message: 'No known shape. Fields seen: vraag, antwoord, goed.' },
  ],
  redactions: {},
  dialects: { csv: 120 },
  notes: {},
  files: [{ file: csv, dialect: 'csv', bytes: 48_210 }],
  fields: [{ name: 'vraag' }, { name: 'antwoord' }, { name: 'goed' }],
  masks: [],
  sample: [],
};

/** Columns nobody knows, until they are mapped. `english`: they are called like a question and its answer. */
export function columnsPreview(mapping: unknown, english: boolean): ImportPreview {
  const mapped = typeof mapping === 'object' && mapping !== null && 'prompt' in mapping && 'completion' in mapping;
  if (!mapped) return english ? { ...empty, fields: [{ name: 'Question' }, { name: 'answer' }, { name: 'id' }] } : empty;
  return {
    ...empty,
    imported: 120,
    refused: 0,
    by_shape: { completion: 120 },
    refused_by: {},
    refused_rows: [],
    records: { read: 120, used: 120, ignored: 0, refused: 0 },
    fields: [{ name: 'vraag', reads_as: 'prompt' }, { name: 'antwoord', reads_as: 'completion' }, { name: 'goed' }],
    sample: preview.sample.slice(2),
  };
}
