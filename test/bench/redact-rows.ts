import type { Message, Trace } from '../../core/trace/model';
import { casesOf, fixtureKinds } from '../core/redact/corpus';

const prose = [
  'The invoice for March was higher because the plan changed on the 3rd; the prorated part is 12.40 EUR.',
  'Could you tell me - before Friday, if possible - whether the export keeps the order of the rows?',
  'I looked at the log: three retries, then a timeout after 30 s, and no answer from the upstream.',
  'Thanks! That worked, but now the second tab shows an empty list until I reload the page.',
  'Set the retention to thirty days and the older conversations go away on the next opening.',
  '取込は完了しましたが、最後の行だけ文字化けしています。もう一度試せますか?',
  'Le rapport liste 2 310 lignes, dont 14 refusées : la raison est donnée à côté de chacune.',
];
const code = [
  "```ts\nexport async function load_rows(path: string, limit = 100): Promise<Row[]> {\n  const text = await read(path, 'utf8');\n  return text.split('\\n').slice(0, limit).map((line) => JSON.parse(line) as Row);\n}\n```",
  '```py\nfor i, row in enumerate(rows):\n    totals[row["region"]] = totals.get(row["region"], 0) + row["amount"] * 1.19\n```',
  'npm i -D typescript@5.9.3 && npx tsc -p . --noEmit; git show 9fceb02d0ae598e95dc970b74767f19372d61af8 --stat',
  'See https://docs.example.com/guide/a-b_c?x=1&y=2#top and ticket 550e8400-e29b-41d4-a716-446655440000 (order 8823-1177).',
  'at parse (src/import/csv.ts:120:45)\n    at convert (src/import/index.ts:88:11) // 2026-01-15T10:30:00.000Z 1780000000000',
];

/** A small generator of numbers with a fixed beginning, so that every run measures the same rows. */
function randoms(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Conversations of about 2 kB each: prose, code, a tool call with JSON, ids; the given share of them with one secret. */
export function conversations(count: number, secretShare: number): Trace[] {
  const random = randoms(7);
  const secrets = fixtureKinds.filter((kind) => kind !== 'ip').flatMap((kind) => casesOf(kind, 'positive'));
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] ?? (list[0] as T);
  const says = (length: number): string => {
    let text = '';
    while (text.length < length) text += `${random(4) === 0 ? pick(code) : pick(prose)} ${random(100_000)}\n`;
    return text;
  };
  return Array.from({ length: count }, (_, index) => {
    const secret = random(1000) < secretShare * 1000 ? pick(secrets).text : '';
    const order = {
      order_id: `8823-${random(10_000)}`,
      amount: random(100_000) / 100,
      region: 'emea',
      at: '2026-01-15T10:30:00.000Z',
    };
    return conversation(index, [
      { role: 'system', content: 'You help customers of Till. Answer briefly, and look orders up before you promise anything.' },
      { role: 'user', content: `${says(300)}${secret}` },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: `call_${index}`, name: 'find_order', arguments: JSON.stringify(order) }],
      },
      {
        role: 'tool',
        tool_call_id: `call_${index}`,
        content: JSON.stringify({ rows: [order, { ...order, note: says(100) }], next: null }),
      },
      { role: 'assistant', content: says(900) },
    ]);
  });
}

function conversation(index: number, messages: Message[]): Trace {
  // As rows come out of JSON.parse: flat strings, not ropes of pieces.
  return JSON.parse(
    JSON.stringify({
      id: `row${index}`,
      source: 'bench',
      origin: { kind: 'imported', file: 'bench.jsonl', line: index + 1 },
      model: 'small-2',
      captured_at: '2026-01-15T10:30:00.000Z',
      recorded_at: '2026-01-15T10:30:00.000Z',
      messages,
      answer_turn: messages.length - 1,
      labels: [],
      attributes: { region: 'emea' },
      meta: { finish_reason: 'stop', latency_ms: 1834 },
      flags: {},
    }),
  ) as Trace;
}
