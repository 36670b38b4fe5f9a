import type { ShownTrace } from '../../core/protocol/results';

/** A turn, or another part of the text, for folding and the outline. Lines are 0-based, both ends inclusive. */
export interface Section {
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

export interface TraceText {
  readonly text: string;
  readonly sections: readonly Section[];
}

/** The words the text is made of, in the reader's language. */
export interface TraceWords {
  readonly underReview: string;
  readonly reasoning: string;
  readonly toolCall: (name: string) => string;
  readonly media: (type: string, bytes: number | undefined) => string;
  readonly cut: (characters: number) => string;
  readonly history: string;
  readonly takenBack: string;
  readonly candidates: string;
  readonly facts: Readonly<Record<'source' | 'model' | 'captured' | 'labels' | 'attributes' | 'state', string>>;
}

/** A longer message is cut: the panel reads it in parts, the text document is for reading and searching. */
const longestMessage = 256 * 1024;

type Message = ShownTrace['messages'][number];

/** A trace as plain text: a head, a section per message, then what was said about it. `blind` leaves others' opinions out. */
export function renderTrace(trace: ShownTrace, words: TraceWords, blind: boolean): TraceText {
  const lines: string[] = [...head(trace, words, blind), ''];
  const sections: Section[] = [];
  const section = (title: string, body: readonly string[]) => {
    const start = lines.length;
    lines.push(`━━ ${title}`, ...body.flatMap((text) => text.split(/\r\n|[\n\r\u2028\u2029]/)));
    sections.push({ title, start, end: lines.length - 1 });
    lines.push('');
  };
  for (const [turn, message] of trace.messages.entries()) {
    const mark = turn === trace.answer_turn ? ` · ${words.underReview}` : '';
    section(`${turn + 1} · ${message.role}${message.name ? ` (${message.name})` : ''}${mark}`, body(message, words));
  }
  if (!blind && trace.candidates.length > 0) {
    section(
      words.candidates,
      trace.candidates.flatMap(({ id, model, text }) => [`${id}${model ? ` · ${model}` : ''}`, text]),
    );
  }
  if (!blind && trace.signals.length > 0)
    section(
      words.history,
      trace.signals.flatMap((signal) => act(signal, words)),
    );
  return { text: lines.join('\n'), sections };
}

function head(trace: ShownTrace, { facts }: TraceWords, blind: boolean): string[] {
  const line = (name: string, value: string | undefined) => (value ? [`${name}: ${value}`] : []);
  const attributes = Object.entries(trace.attributes).map(([key, value]) => `${key}=${value}`);
  return [
    ...line('id', trace.id),
    ...line(facts.source, trace.source),
    ...line(facts.model, blind ? undefined : trace.model),
    ...line(facts.captured, trace.captured_at),
    ...line(facts.state, blind ? undefined : trace.state),
    ...line(facts.labels, trace.labels.join(', ')),
    ...line(facts.attributes, attributes.join(', ')),
  ];
}

function body(message: Message, words: TraceWords): string[] {
  const reasoning = message.reasoning ? [`[${words.reasoning}]`, bounded(message.reasoning, words), ''] : [];
  const calls = (message.tool_calls ?? []).flatMap(({ name, arguments: args }) => [
    `[${words.toolCall(name)}]`,
    bounded(args, words),
  ]);
  const error = message.error ? [`[${message.error}]`] : [];
  return [...reasoning, ...content(message, words), ...calls, ...error];
}

function content({ content }: Message, words: TraceWords): string[] {
  if (typeof content === 'string') return content === '' ? [] : [bounded(content, words)];
  return content.map((part) => (part.type === 'text' ? bounded(part.text, words) : `[${words.media(part.type, part.bytes)}]`));
}

function bounded(text: string, words: TraceWords): string {
  if (text.length <= longestMessage) return text;
  return `${text.slice(0, longestMessage)}\n[${words.cut(text.length - longestMessage)}]`;
}

function act({ kind, reviewer, at, text, reason, retracted }: ShownTrace['signals'][number], words: TraceWords): string[] {
  const said = [text, reason].filter((part) => part !== undefined && part !== '');
  return [[at, reviewer, kind, ...(retracted ? [words.takenBack] : [])].join(' · '), ...said.map((part) => `    ${part ?? ''}`)];
}
