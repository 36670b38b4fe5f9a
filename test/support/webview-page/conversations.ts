import type { Message, ToolDefinition } from '../../../core/trace/model';

/** Hand-written conversations of a shop's support agent: what reviewers see most. */
export const refund: Message[] = [
  {
    role: 'system',
    content:
      'You are the support agent of Koperen Ketel, a kitchen shop.\n\nRefund policy: 30 days after delivery, unused, original packaging.\nNever promise a refund before the order was looked up.\nAnswer in the language of the customer.',
  },
  {
    role: 'user',
    content: 'Hi! I ordered a kettle (order KK-20871) and I would like to return it. My e-mail is [redacted:email].',
    at: '2026-11-21T09:13:20.000Z',
  },
  {
    role: 'assistant',
    content: '',
    reasoning:
      'The customer wants to return a kettle. I need the order first: when it was delivered decides whether the 30 days are over.',
    tool_calls: [{ id: 'call_1', name: 'lookup_order', arguments: '{"order_id":"KK-20871","with_history":true}' }],
  },
  {
    role: 'tool',
    tool_call_id: 'call_1',
    name: 'lookup_order',
    content: JSON.stringify({
      order_id: 'KK-20871',
      customer: { name: 'J. de Vries', email: '[redacted:email]', phone: '[redacted:phone]' },
      items: [{ sku: 'KET-BLUE-17', title: 'Kettle, blue, 1.7 l', price_cents: 4995, quantity: 1 }],
      status: 'delivered',
      delivered_at: '2026-11-12T13:40:00Z',
    }),
  },
  {
    role: 'user',
    content: 'It arrived with a dent in the lid, by the way. I paid with [redacted:card].',
    at: '2026-11-21T09:13:58.000Z',
  },
  { role: 'assistant', content: 'I am sorry to hear that. One moment, I am checking what we can do.' },
  { role: 'user', content: 'Thanks. Can I also just keep it and get some money back?' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [
      { id: 'call_2', name: 'policy_search', arguments: '{"query":"damaged on arrival partial refund","top":3}' },
      {
        id: 'call_3',
        name: 'estimate_refund',
        arguments:
          '{"order_id":"KK-20871","lines":[{"sku":"KET-BLUE-17","reason":"damaged","share":0.4}],"dry_run":true,"trace":9007199254740993123}',
      },
    ],
  },
  {
    role: 'tool',
    tool_call_id: 'call_2',
    name: 'policy_search',
    content:
      '1. Damaged on arrival (policy 4.2)\n   Replacement, or a partial refund of up to 40 % when the customer keeps the item.\n2. Returns (policy 4.1)\n   30 days after delivery, unused.\n3. Gift cards (policy 7)\n   Not refundable.',
  },
  {
    role: 'assistant',
    content: `Good news: you can do either.

| What | You get | What you do |
|---|---:|---|
| **Keep it** | € 19.98 back (40 %) | nothing |
| **Replacement** | a new kettle | send the dented one back, free |
| **Return it** | € 49.95 back | send it back before *12 December* |

To keep it, just reply \`keep\` and I will book the refund to [redacted:card] within five working days.
The conditions are in [policy 4.2](https://koperenketel.example/policy#4.2).

\`\`\`json
{ "order_id": "KK-20871", "choice": "keep" }
\`\`\``,
    at: '2026-11-21T09:14:05.000Z',
  },
];

const orderSchema = {
  type: 'object',
  properties: { order_id: { type: 'string' }, reason: { type: 'string' } },
  required: ['order_id', 'reason'],
};

const log = Array.from(
  { length: 2310 },
  (_, line) =>
    `2026-11-20T08:${String(Math.floor(line / 60) % 60).padStart(2, '0')}:${String(line % 60).padStart(2, '0')}Z carrier scan ${String(line)} depot=AMS${String(line % 7)} weight=1.${String(line % 10)}kg ok`,
);

/** A trace with a failing tool and a long output. */
export const brokenTools: { messages: Message[]; tools: ToolDefinition[] } = {
  tools: [
    { name: 'cancel_order', description: 'Cancels an order', parameters: JSON.stringify(orderSchema) },
    { name: 'lookup_order', parameters: '{"type":"object","required":["order_id"]}' },
    { name: 'track_parcel' },
  ],
  messages: [
    { role: 'user', content: 'Where is my parcel? And if it is not on its way yet: cancel it please.' },
    {
      role: 'assistant',
      content: 'Let me look where it is.',
      tool_calls: [{ id: 'a', name: 'track_parcel', arguments: '{"order_id":"KK-20990"}' }],
    },
    { role: 'tool', tool_call_id: 'a', name: 'track_parcel', content: log.join('\n') },
    {
      role: 'assistant',
      content: 'It has not left the depot, so I will cancel it.',
      tool_calls: [{ id: 'b', name: 'cancel_order', arguments: '{"order_id":"KK-20990"}' }],
    },
    {
      role: 'tool',
      tool_call_id: 'b',
      name: 'cancel_order',
      content:
        'TypeError: missing required field "reason"\n    at validate (cancel.js:41:11)\n    at cancelOrder (cancel.js:12:3)',
      error: 'Tool failed: missing required field "reason"',
    },
    {
      role: 'assistant',
      content: 'Your order has been cancelled. You will get your money back within 3 days.',
    },
  ],
};
