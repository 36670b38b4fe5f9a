import { pathToFileURL } from 'node:url';
import { Redactor } from '../../core/redact/redact';
import { activeRules } from '../../core/redact/finder';
import { merged, prepare, scan, scanUnfiltered } from '../../core/redact/scan';
import type { Trace } from '../../core/trace/model';
import { qualities } from './redact-quality';
import { conversations } from './redact-rows';

/** The least processor time of several rounds, in µs per item; the first rounds warm the code up. */
function microseconds<T>(items: readonly T[], work: (item: T) => void, rounds = 25): number {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    for (const item of items) work(item);
    const used = process.cpuUsage(before);
    return (used.user + used.system) / items.length;
  });
  return Math.min(...times);
}

function textsOf(trace: Trace): string[] {
  return trace.messages.flatMap(({ content, tool_calls }) => [
    ...(typeof content === 'string' ? [content] : []),
    ...(tool_calls ?? []).map((call) => call.arguments),
  ]);
}

/** Prints recall and precision by kind, and what redaction costs a conversation with and without the prefilter. */
export function benchRedaction(print: (line: string) => void = console.log): void {
  print('kind             recall  precision  secrets  negatives');
  for (const { kind, recall, precision, marked, negatives } of qualities()) {
    print(
      `${kind.padEnd(16)} ${recall.toFixed(3)}   ${precision.toFixed(3)}      ${String(marked).padStart(5)}    ${String(negatives).padStart(5)}`,
    );
  }
  const clean = conversations(1000, 0);
  const mixed = conversations(1000, 0.07);
  const bytes = clean.reduce((sum, trace) => sum + JSON.stringify(trace.messages).length, 0) / clean.length;
  const redactor = new Redactor();
  const rules = activeRules({});
  const scanner = prepare(rules);
  const rows = (title: string, traces: readonly Trace[], work: (trace: Trace) => void, rounds?: number): void => {
    print(`${title.padEnd(48)} ${microseconds(traces, work, rounds).toFixed(1)} µs`);
  };
  print(`\nconversations of ${bytes.toFixed(0)} bytes, ${rules.length} rules, processor time per conversation:`);
  const written = clean.map((trace) => JSON.stringify(trace));
  let next = 0;
  rows('for scale: JSON.parse of the row', clean, () => void JSON.parse(written[next++ % written.length] ?? ''));
  rows('redactTrace, no secrets', clean, (trace) => void redactor.redactTrace(trace));
  rows('redactTrace, 7 % with a secret', mixed, (trace) => void redactor.redactTrace(trace));
  rows('rules alone, prefiltered', clean, (trace) => {
    for (const text of textsOf(trace)) merged(scan(scanner, text));
  });
  const unfiltered = (trace: Trace): void => {
    for (const text of textsOf(trace)) merged(scanUnfiltered(rules, text));
  };
  rows('rules alone, unfiltered', clean.slice(0, 200), unfiltered, 3);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) benchRedaction();
