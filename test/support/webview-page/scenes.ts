import type { View } from '../../../core/protocol/panel';
import type { Message } from '../../../core/trace/model';
import { hostileMessages } from './hostile';
import { facts, kept, reviewer, signal, trace, type Kept } from './traces';

export interface Scene {
  readonly view: View;
  readonly traces?: readonly Kept[];
  /** What the host posts when the page is ready. */
  readonly messages: readonly unknown[];
  /** Calls that are never answered. */
  readonly holds?: readonly string[];
}

const settings = { auto_advance: true, blind: false, reviewer, mac: false };
export const startTrace = { type: 'start', locale: 'en', strings: {}, settings };

function traceScene(traces: readonly Kept[], more: object = {}, first = traces[0]?.trace.id ?? null): Scene {
  return { view: 'trace', traces, messages: [startTrace, { type: 'show', trace: first, queue: { order: 'oldest' }, ...more }] };
}

function longConversation(turns: number): Message[] {
  return Array.from({ length: turns }, (_, turn): Message => {
    if (turn % 2 === 0) return { role: 'user', content: `Question ${String(turn)}: what about item ${String(turn * 7)}?` };
    const lines = Array.from({ length: 1 + (turn % 9) }, (_unused, line) => `Line ${String(line)} of answer ${String(turn)}.`);
    return { role: 'assistant', content: lines.join('\n\n') };
  });
}

const hostile: Kept = {
  trace: trace('h0s1t2i3l4e5', hostileMessages, { source: '\u202egnp.exe', model: '<b>m</b>' }),
  facts: facts(),
};
/** A log of five megabytes as a tool's result before the answer, in lines as logs have them. */
function withLog(messages: readonly Message[]): Message[] {
  const line = (n: number) =>
    `2026-11-21T09:14:${String(n % 60).padStart(2, '0')}Z worker-${String(n % 8)} took item ${String(n)} in ${String(n % 97)} ms`;
  const log = Array.from({ length: 90_000 }, (_, n) => line(n)).join('\n');
  const call: Message = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'l1', name: 'read_log', arguments: '{"lines":90000}' }],
  };
  return [...messages.slice(0, -3), call, { role: 'tool', tool_call_id: 'l1', content: log }, ...messages.slice(-1)];
}

const long: Kept = { trace: trace('l0n1g2t3r4a5', longConversation(10_000)), facts: facts() };

/** Traces like the first one, for going through at speed. */
const queue = Array.from({ length: 200 }, (_, n): Kept => {
  const [model = hostile] = kept;
  return { trace: { ...model.trace, id: `queue-${String(n)}` }, facts: { ...model.facts, state: 'unreviewed', signals: [] } };
});

/** The first trace with three other answers, one of them nearly the recorded one. */
const compared = kept.map((one, n): Kept => {
  const [first] = one.facts.candidates;
  if (n > 0 || !first) return one;
  const answer = one.trace.messages[one.trace.answer_turn]?.content;
  const near = typeof answer === 'string' ? answer.replace('either', 'only one of the two') : '';
  const more = [
    { ...first, id: 'c2', model: 'other-sampler', text: near },
    { ...first, id: 'c3', model: 'other-sampler', text: 'No.' },
  ];
  return { ...one, facts: { ...one.facts, candidates: [first, ...more] } };
});

/** The same with what the rules say of each of them. */
const scored = compared.map((one, n): Kept => {
  const [score] = one.facts.scores;
  if (n > 0 || !score) return one;
  const of = (candidate: string, value: number, rules: Record<string, 'pass' | 'fail'>) => ({
    ...score,
    candidate,
    score: value,
    rules,
  });
  const scores = [
    score,
    of('c1', 1, { mentions_window: 'pass', no_promise: 'pass', order_number: 'pass' }),
    of('c3', 0.333, { mentions_window: 'fail', no_promise: 'pass', order_number: 'fail' }),
  ];
  return { ...one, facts: { ...one.facts, scores } };
});

/** The first trace with a note on some of its words. */
const noted = kept.map((one, n): Kept => {
  const answer = one.trace.messages[one.trace.answer_turn]?.content;
  const start = typeof answer === 'string' ? answer.indexOf('within five working days') : -1;
  if (n > 0 || start < 0) return one;
  const range = { start, end: start + 'within five working days'.length };
  const note = signal('s9', 'note', one.trace.answer_turn, { reviewer, text: 'The policy says ten.', range });
  return { ...one, facts: { ...one.facts, signals: [...one.facts.signals, note] } };
});

const report = { type: 'show', dataset: 'refunds-3' };
const startPlain = { type: 'start', locale: 'en', strings: {}, settings: {} };

const importScene: Scene = {
  view: 'import',
  messages: [
    startPlain,
    { type: 'show', paths: ['/home/ana/shop/logs/support-2026-11.jsonl'], source: 'support-agent', labels: [] },
  ],
};

export const scenes: Readonly<Record<string, Scene>> = {
  refund: traceScene(kept),
  tools: traceScene(kept, {}, kept[1]?.trace.id),
  empty_answer: traceScene(kept, {}, kept[2]?.trace.id),
  reference: traceScene(kept, {}, kept[3]?.trace.id),
  compare: traceScene(compared),
  noted: traceScene(noted),
  scored: traceScene(scored),
  calls: traceScene(kept, { turn: 3 }, kept[1]?.trace.id),
  hostile: traceScene([hostile]),
  long: traceScene([long]),
  /** Nothing of it is shown before it is asked for. */
  huge: traceScene([{ trace: trace('h0u1g2e3t4r5', withLog(longConversation(10_000))), facts: facts() }], {}, null),
  queue: traceScene(queue),
  queue_empty: traceScene([]),
  missing: traceScene(kept, { trace: 'not-here' }),
  failed: traceScene(kept, { trace: 'unreadable' }),
  loading: { view: 'trace', traces: kept, messages: [startTrace] },
  blind: {
    ...traceScene(kept),
    messages: [
      { ...startTrace, settings: { ...settings, blind: true } },
      { type: 'show', trace: kept[0]?.trace.id, queue: {} },
    ],
  },
  dataset: { view: 'dataset', messages: [startPlain, report] },
  dataset_loading: { view: 'dataset', messages: [startPlain, report], holds: ['dataset.report'] },
  dataset_fine: { view: 'dataset', messages: [startPlain, { ...report, dataset: 'refunds-1' }] },
  dataset_hostile: { view: 'dataset', messages: [startPlain, { ...report, dataset: 'hostile-1' }] },
  dataset_missing: { view: 'dataset', messages: [startPlain, { ...report, dataset: 'gone' }] },
  import: importScene,
  import_loading: { ...importScene, holds: ['import.preview'] },
  import_running: { ...importScene, holds: ['import.run'] },
  import_hostile: {
    view: 'import',
    messages: [startPlain, { type: 'show', paths: ['/home/ana/<img src=x>.hostile'], source: '<b>s</b>', labels: ['<i>l</i>'] }],
  },
  import_failed: {
    view: 'import',
    messages: [startPlain, { type: 'show', paths: ['/home/ana/shop/logs/all.zip'], source: 'all', labels: [] }],
  },
  import_columns: {
    view: 'import',
    messages: [startPlain, { type: 'show', paths: ['/home/ana/shop/logs/faq.csv'], source: 'faq', labels: [] }],
  },
};
