/**
 * Conversations for measuring: seeded, all different, and as mixed as real ones (plain words, code, URLs, uuids, CJK,
 * tool calls; 7 of 100 hold a secret). One JSON text per conversation, in the shape of OpenAI chat logs, about 1.9 kB.
 */
export function* generateRows(count: number, options: { seed?: number; bytes?: number } = {}): Generator<string> {
  const random = randomOf(options.seed ?? 1);
  const bytes = options.bytes ?? 1900;
  for (let n = 0; n < count; n++) yield JSON.stringify(conversation(n, random, bytes));
}

interface Random {
  /** A whole number below `n`. */
  below(n: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** Hexadecimal digits. */
  hex(length: number): string;
}

/** sfc32 with a 64-bit counter in its state: no short cycles, whatever the seed. */
function randomOf(seed: number): Random {
  const state = Int32Array.of(0x9e3779b9 ^ seed, 0x243f6a88, 0xb7e15162, 1);
  const next = () => {
    const a = state[0] ?? 0;
    const b = state[1] ?? 0;
    const c = state[2] ?? 0;
    const d = state[3] ?? 0;
    const sum = (a + b + d) | 0;
    state[3] = (d + 1) | 0;
    state[0] = b ^ (b >>> 9);
    state[1] = (c + (c << 3)) | 0;
    state[2] = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 20; i++) next();
  return {
    below: (n) => next() % n,
    pick: (list) => list[next() % list.length] ?? list[0],
    hex: (length) =>
      Array.from({ length: Math.ceil(length / 8) }, () => next().toString(16).padStart(8, '0'))
        .join('')
        .slice(0, length),
  };
}

type Words = readonly [string, ...string[]];

const words = (
  'the of a to in is that for it with on as was at by an be this are from or have not but had which one all were when we there can ' +
  'more if no out so what up about into than them only other new some time these two may then do first any my now such like our over ' +
  'order refund invoice window shipment carrier parcel delay customer account password reset email change address plan upgrade ' +
  'billing charge twice receipt export report table column index query slow timeout retry queue worker deploy release rollback ' +
  'branch merge conflict test failure stack trace error handler request response header cache token session login policy approval ' +
  'manager travel hotel flight booking cancel fee region currency exchange rate balance statement dispute document contract clause ' +
  'renewal notice period salary payroll holiday leave training course certificate machine sensor reading threshold alarm valve ' +
  'pressure temperature maintenance schedule spare part supplier warranty recipe ingredient oven minute river bridge garden window'
).split(' ') as unknown as Words;

const asian = [
  '请问这个订单什么时候可以退款',
  '您的包裹正在运输途中',
  '配送先の住所を変更したいです',
  'お支払い方法をご確認ください',
  '계정 비밀번호를 재설정하고 싶어요',
  '환불은 영업일 기준 사흘 걸립니다',
  '系统显示该账号已被锁定',
  '請提供發票號碼以便查詢',
] as const;
const models = ['gpt-4o-2024-08-06', 'gpt-4o-mini', 'claude-sonnet-4', 'llama-3.1-70b'] as const;
const startAt = Date.UTC(2026, 0, 1);
/** Bytes of a conversation that hold all it can be made of; a smaller one is a question and its answer. */
const roomForAll = 600;
/** What stands around the messages, and around the answer. */
const envelope = 150;

function conversation(n: number, random: Random, bytes: number): object {
  const messages: object[] = bytes < roomForAll ? shortStart(n, random) : longStart(n, random);
  const used = JSON.stringify(messages).length + envelope;
  messages.push({ role: 'assistant', content: answer(random, Math.max(20, bytes - used)) });
  return {
    id: `row-${n}-${random.hex(12)}`,
    created_at: new Date(startAt + n * 61_000 + random.below(60_000)).toISOString(),
    model: random.pick(models),
    messages,
  };
}

function longStart(n: number, random: Random): object[] {
  const messages: object[] = [
    { role: 'system', content: `You help customers of shop ${random.below(500)}. ${sentence(random, 14)}` },
    { role: 'user', content: `${secretOf(n, random)}${sentence(random, 12)} ${detail(random)}` },
  ];
  if (random.below(5) === 0) messages.push(...toolRound(random));
  return messages;
}

/** One question: nothing else has room. */
function shortStart(n: number, random: Random): object[] {
  const content = random.below(3) === 0 ? detail(random) : sentence(random, 4);
  return [{ role: 'user', content: `${secretOf(n, random)}${content}` }];
}

function toolRound(random: Random): object[] {
  const id = `call_${random.hex(16)}`;
  const args = JSON.stringify({ order: random.hex(10), note: `${sentence(random, 5)}\n"urgent"`, count: random.below(9) });
  return [
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id, type: 'function', function: { name: 'lookup_order', arguments: args } }],
    },
    {
      role: 'tool',
      tool_call_id: id,
      content: JSON.stringify({ status: random.pick(['sent', 'open', 'lost']), eta: random.below(20), ref: uuid(random) }),
    },
  ];
}

function answer(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    const kind = random.below(10);
    text +=
      kind < 6
        ? sentence(random, 8 + random.below(14))
        : kind < 8
          ? detail(random)
          : kind === 8
            ? code(random)
            : random.pick(asian);
    text += random.below(4) === 0 ? '\n\n' : ' ';
  }
  return text.slice(0, length);
}

/** Words in fours, put together once: picking every word anew would take longer than what is measured. */
const phrases = Array.from({ length: 1 << 14 }, phraseOf(randomOf(7))) as [string, ...string[]];

function phraseOf(random: Random): () => string {
  return () => Array.from({ length: 4 }, () => random.pick(words)).join(' ');
}

/** At least `length` words. */
function sentence(random: Random, length: number): string {
  let text = random.pick(phrases);
  text = text.charAt(0).toUpperCase() + text.slice(1);
  for (let i = 4; i < length; i += 4) text += ` ${random.pick(phrases)}`;
  return `${text}.`;
}

function detail(random: Random): string {
  switch (random.below(6)) {
    case 0:
      return `See https://shop.example/${random.pick(words)}/${random.hex(8)}?ref=${random.below(9999)}&lang=en for more.`;
    case 1:
      return `Reference ${uuid(random)}.`;
    case 2:
      return `Order #${10_000_000 + random.below(90_000_000)}, version ${random.below(9)}.${random.below(20)}.${random.below(40)}.`;
    case 3:
      return `Commit ${random.hex(40)} at line ${random.below(900)}:${random.below(80)}.`;
    case 4:
      return random.pick(asian);
    default:
      return `The total is ${random.below(5000)}.${10 + random.below(89)} EUR (“incl. tax”) — due in ${random.below(60)} days.`;
  }
}

function code(random: Random): string {
  const name = `${random.pick(words)}_${random.pick(words)}`;
  return `\`\`\`python\ndef ${name}(x, limit=${random.below(100)}):\n    if x["${random.pick(words)}"] > limit:\n        return "C:\\\\temp\\\\${random.hex(6)}"\n    return None\n\`\`\``;
}

function uuid(random: Random): string {
  return [8, 4, 4, 4, 12].map((length) => random.hex(length)).join('-');
}

/** Made-up values in the shape of secrets. */
function secretOf(n: number, random: Random): string {
  if (n % 100 >= 7) return '';
  switch (n % 7) {
    case 0:
      return `My mail is ${random.pick(words)}.${random.hex(6)}@mail.example. `;
    case 1:
      return `Key: sk-proj-${random.hex(40)}. `;
    case 2:
      return `Token ghp_${random.hex(36)}. `;
    case 3:
      return `Call me at +49 30 ${1_000_000 + random.below(8_999_999)}. `;
    case 4:
      return `AKIA${random
        .hex(16)
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, 'Q')} is the id. `;
    case 5:
      return `Card 4111 1111 1111 1111. `;
    default:
      return `postgres://app:${random.hex(12)}@db.internal/prod `;
  }
}
