import type { LogEvent } from '../../../core/log/events';
import type { JudgedTrace } from '../../../core/ports';
import type { Message, Trace } from '../../../core/trace/model';
import { assistant, down, fix, gold, story, traceOf, up, user } from '../feedback/acts';

const system = (content: string): Message => ({ role: 'system', content });
const call = (id: string, name: string, args: string): Message => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id, name, arguments: args }],
});
const result = (id: string, content: string): Message => ({ role: 'tool', content, tool_call_id: id });

const orderTool = {
  name: 'find_order',
  description: 'Looks an order up',
  parameters: '{"type":"object","properties":{"order_id":{"type":"integer"}},"required":["order_id"]}',
};
const dayTool = {
  name: 'next_day',
  parameters: '{"type":"object","properties":{"from":{"type":"string","default":"2026-01-01"}}}',
};

interface Told {
  readonly id: string;
  readonly messages: Message[];
  readonly said: Parameters<typeof story>;
  readonly more?: Partial<Trace>;
}

/** Conversations with everything that has ever broken a training file, each judged. */
const told: Told[] = [
  { id: 'plain', messages: [user('Where is my parcel?'), assistant('It arrives tomorrow.')], said: [up] },
  { id: 'date-only', messages: [user('2026-09-01'), assistant('2026-09-02')], said: [up] },
  { id: 'json-like', messages: [user('true'), assistant('{"a": 1}')], said: [up] },
  {
    id: 'tool-call-answer',
    messages: [
      system('You are a support agent.'),
      user('Look up order 9007199254740993.'),
      call(
        'c1',
        'find_order',
        '{"order_id": 9007199254740993, "2": null, "1": [], "day": "2026-09-01", "big": 18446744073709551616}',
      ),
    ],
    said: [up],
    more: { tools: [orderTool] },
  },
  {
    id: 'after-tools',
    messages: [
      user('Is order 7 paid?'),
      call('c1', 'find_order', '{"order_id":7}'),
      result('c1', '{"paid": true}'),
      assistant('Yes, order 7 is paid.'),
    ],
    said: [down, fix('Yes. Order 7 was paid in full.')],
    more: { tools: [orderTool, dayTool] },
  },
  {
    id: 'no-arguments',
    messages: [user('What day is it?'), call('c1', 'next_day', ''), result('c1', '2026-09-02'), assistant('Wednesday.')],
    said: [gold('It is Wednesday, 2 September.')],
    more: { tools: [dayTool] },
  },
  {
    id: 'many-turns',
    messages: [
      system('Be brief.'),
      user('Hi'),
      assistant('Hello!'),
      { role: 'developer', content: 'Today is a holiday.' },
      user('Are you open?'),
      assistant('No, we are closed today.'),
    ],
    said: [
      { ...up, turn: 2 },
      { ...up, turn: 5 },
    ],
  },
  {
    id: 'reasoning',
    messages: [user('2 + 2?'), { role: 'assistant', content: '4', reasoning: 'Two and two are four.' }],
    said: [up],
  },
  {
    id: 'unicode',
    messages: [user('Say it\u2028with \u0085 odd \u2029 ends'), assistant('Fine 😀 – \ud83d broken\u0000.')],
    said: [down, fix('Fine 😀 – whole. ¿Sí? 日本語')],
  },
  {
    id: 'text-parts',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'First part.' },
          { type: 'text', text: 'Second part.' },
        ],
      },
      assistant('Both read.'),
    ],
    said: [gold('Both parts are read.')],
  },
  { id: 'wrong', messages: [user('Can I return it?'), assistant('No.')], said: [down, fix('Yes, within 30 days.')] },
  { id: 'bad', messages: [user('Who are you?'), assistant('null')], said: [down] },
];

/** All of them, an hour apart; answers are unique, so that trained texts can be told apart. */
export const conversations: readonly JudgedTrace[] = told.map(({ id, messages, said, more }, n) => {
  const trace = traceOf(messages, { id, captured_at: new Date(Date.UTC(2026, 8, 1, n)).toISOString(), ...more });
  const acts = story(...said.map((s) => ({ turn: trace.answer_turn, ...s })));
  return {
    trace,
    acts: acts.map((event): LogEvent => ({
      ...event,
      id: `${id}/${event.id}`,
      body: { ...event.body, trace: id } as LogEvent['body'],
    })),
  };
});
