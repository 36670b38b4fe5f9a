import type { ShownTrace, SignalView } from '../../../core/protocol/results';
import { plainText } from '../../../core/trace/plain';
import type { Message, ToolCall } from '../../../core/trace/model';
import { countsLine, facts } from '../table';
import { minute } from '../words';

/** A trace as people read it: what is known of it, the conversation, and what was said about it. */
export function describeTrace(trace: ShownTrace): string[] {
  const { origin, meta, flags } = trace;
  const head = facts([
    ['source', trace.source],
    ['model', trace.model],
    ['captured', `${minute(trace.captured_at)} UTC`],
    ['from', origin.file === undefined ? origin.kind : `${origin.file}${origin.line ? `:${origin.line}` : ''}`],
    ['state', trace.verdict ? `${trace.state}, ${trace.verdict}` : trace.state],
    ['labels', trace.labels.join(', ')],
    [
      'attributes',
      Object.entries(trace.attributes)
        .map(([k, v]) => `${k}=${v}`)
        .join(', '),
    ],
    ['masked', countsLine(trace.redactions)],
    ['pinned', trace.pinned ? 'yes' : undefined],
    ['expires', trace.expires_at === undefined ? undefined : `${minute(trace.expires_at)} UTC`],
    ['tainted', trace.tainted.join(', ')],
    ['flags', [flags.prompt_missing && 'prompt missing', flags.truncated && 'truncated'].filter(Boolean).join(', ')],
    ['error', meta.error],
  ]);
  return [
    trace.id,
    ...head,
    ...trace.messages.flatMap((message, turn) => messageLines(message, turn, turn === trace.answer_turn)),
    ...candidateLines(trace),
    ...section('Said about it', trace.signals.flatMap(signalLines)),
    ...section('Scores', [...trace.scores, ...trace.verdicts].map(scoreLine)),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function messageLines(message: Message, turn: number, isAnswer: boolean): string[] {
  const { content, reasoning, name, tool_calls = [], error } = message;
  const text = plainText(content);
  return [
    '',
    `[${turn}] ${message.role}${name ? ` ${name}` : ''}${isAnswer ? '  ◀ the answer under review' : ''}`,
    ...(reasoning ? indented(`(thinking) ${reasoning}`) : []),
    ...(text === '' ? [] : indented(text)),
    ...tool_calls.map(callLine),
    ...(error === undefined ? [] : indented(`error: ${error}`)),
  ];
}

/** Two spaces before each line, so that a message cannot pass for the next heading. */
function indented(text: string): string[] {
  return text.split(/\r\n|\n|\r/).map((line) => `  ${line}`.trimEnd());
}

function callLine(call: ToolCall): string {
  return `  → ${call.name}(${call.arguments})`.replace(/\s*\n\s*/g, ' ');
}

function candidateLines({ candidates }: ShownTrace): string[] {
  return candidates.flatMap((c) => [
    '',
    `candidate ${c.id}${c.model === undefined ? '' : `  ${c.model}`}, by ${c.by}, ${minute(c.at)}`,
    ...(c.text === '' ? [] : indented(c.text)),
    ...(c.tool_calls ?? []).map(callLine),
  ]);
}

function signalLines(signal: SignalView): string[] {
  const { kind, turn, reviewer, provenance, at, reason, text, better, worse, tie } = signal;
  const what = kind === 'pick' ? `pick ${better ?? ''} ${tie ? 'as good as' : 'over'} ${worse ?? ''}` : kind;
  const scores = Object.entries(signal.scores ?? {}).map(([name, score]) => ` ${name} ${score}`);
  const raw = signal.raw_score === undefined ? '' : ` (${signal.raw_score} in the file)`;
  const head = `${what}${scores.join(',')}${raw} on [${turn}] by ${reviewer || provenance}, ${minute(at)}`;
  return [
    `  ${head}${signal.retracted ? ', taken back' : ''}  ${signal.id}`,
    ...(reason === undefined ? [] : indented(reason).map((line) => `    ${line}`)),
    ...(text === undefined || text === '' ? [] : indented(text).map((line) => `    ${line}`)),
    ...(signal.tool_calls ?? []).map((call) => `  ${callLine(call)}`),
  ];
}

function scoreLine(score: ShownTrace['scores'][number]): string {
  const { name, from, turn, candidate, stale } = score;
  const value = score.score === null ? 'no score' : String(Math.round(score.score * 1000) / 1000);
  return `  ${name} (${from}): ${value} on ${candidate === undefined ? `[${turn}]` : `candidate ${candidate}`}${stale ? ', stale' : ''}`;
}
