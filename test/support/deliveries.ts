import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import type { LogEvent } from '../../core/log/events';
import type { IncomingTrace } from '../../core/ports';
import { segmentFile, type SegmentKind } from '../../server/store/disk/layout';
import { encodeAct } from '../../server/store/log/act-line';
import { encodeTrace, headerOf, headOf } from '../../server/store/log/trace-line';
import { hasher } from './store';

/** A line of another copy of the store, and whose file it comes in. */
export interface DeliveredLine {
  readonly kind: SegmentKind;
  readonly writer: string;
  readonly bytes: Buffer;
}

export interface Delivery {
  readonly acts: readonly LogEvent[];
  readonly rounds: readonly Round[];
}

/** What comes in together, and what becomes of the store: it is open, is opened with it, or opened and has lost its index. */
export interface Round {
  readonly lines: readonly DeliveredLine[];
  readonly reading: (typeof readings)[number];
}

const readings = ['open', 'opened', 'anew'] as const;

/** Read before and after the files of the store itself, whose name is drawn. */
const writers = ['aaaaaaaaaa', 'nnnnnnnnnn', 'zzzzzzzzzz'] as const;
const mostRounds = 3;

const readingsOf = fc.array(fc.constantFrom(...readings), { minLength: mostRounds, maxLength: mostRounds });

interface Given {
  readonly traces: readonly IncomingTrace[];
  readonly acts: fc.Arbitrary<LogEvent[]>;
}

/** The lines of these conversations and acts in some order, in the files of several writers, at several times, some twice. */
export function arbitraryDelivery({ traces, acts }: Given): fc.Arbitrary<Delivery> {
  return acts.chain((drawn) => {
    const lines = [
      ...traces.map((row) => ({ kind: 'traces' as const, bytes: traceLine(row) })),
      ...drawn.map((event) => ({ kind: 'log' as const, bytes: encodeAct(event) })),
    ];
    const sent = fc.record({ writer: fc.constantFrom(...writers), round: fc.nat(mostRounds - 1) });
    const copies = fc.tuple(...lines.map(() => fc.array(sent, { minLength: 1, maxLength: 2 })));
    return copies
      .map((each) => lines.flatMap((line, n) => (each[n] ?? []).map((how) => ({ ...line, ...how }))))
      .chain((all) => fc.tuple(fc.shuffledSubarray(all, { minLength: all.length }), readingsOf))
      .map(([all, how]) => ({
        acts: drawn,
        rounds: how.map((reading, n) => ({ reading, lines: all.filter(({ round }) => round === n) })),
      }));
  });
}

/** As it stands in the log of whoever recorded it. */
export function traceLine(row: IncomingTrace): Buffer {
  const { recorded_at } = row.trace;
  const content = hasher.sha256(JSON.stringify(row.trace.messages));
  return encodeTrace(headerOf(headOf(row), row, content, { recorded_at }), row, { recorded_at });
}

/** Puts lines at the ends of their writers' files, as a pull or a copy does. */
export function deliver(folder: string, lines: readonly DeliveredLine[]): void {
  for (const { kind, writer, bytes } of lines) {
    fs.appendFileSync(path.join(folder, '.loop', segmentFile({ kind, writer, n: 1, gen: 0 })), bytes);
  }
}
