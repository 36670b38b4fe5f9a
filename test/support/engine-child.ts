/**
 * A process that works on a store as the owner or attached, whichever it becomes: imports, verdicts, builds, exports,
 * deletions and index writes in a random order, and those that are asked for first. It says what it begins, what was
 * acknowledged and what it is to the store, a JSON line each, until it is killed.
 */
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../../core/lib/problem';
import type { Engine } from '../../core/protocol/engine';
import { monotonicIds } from '../../server/engine/context';
import { openEngine } from '../../server/engine/open';
import type { FailPoint } from '../../server/store';

export const deedKinds = ['import', 'verdict', 'delete', 'build', 'export', 'rebuild'] as const;
export type DeedKind = (typeof deedKinds)[number];

/** The argument of this program. */
export interface Seat {
  readonly folder: string;
  /** A name that no other process at this store ever has. */
  readonly me: string;
  readonly seed: number;
  /** Traces that nobody else judges or deletes. */
  readonly traces: readonly string[];
}

export interface Deed {
  readonly kind: DeedKind;
  /** Of a verdict: its act, its trace and a word that is nowhere else. Of a deletion: its trace. */
  readonly act?: string;
  readonly trace?: string;
  readonly word?: string;
  /** Of an import: the source nobody else imports into, and how many rows it has. */
  readonly source?: string;
  readonly rows?: number;
  /** Of a build: the dataset. Of an export: its folder. */
  readonly name?: string;
}

export interface Doing {
  readonly what: 'begun' | 'done' | 'refused';
  readonly n: number;
  readonly deed: Deed;
  /** The traces of an import in the order of its rows. */
  readonly traces?: readonly string[];
  /** Why it was refused. */
  readonly problem?: string;
}

/** A line of this program's output; `saving` and `saved`: the owner writes its index file. */
export type Said = Doing | { readonly what: 'opening' | 'open' | 'attached' | 'saving' | 'saved' };

const [fewRows, manyRows] = [60, 240];
/** Milliseconds between two deeds: whoever has no breaks leaves the owner no time for what it is busy with. */
const breath = 5;
/** One deed in so many is something else than a verdict, when nobody asks for it: few of them get into each other's way. */
const seldom = 20;
/** Milliseconds that each step at the index file takes on this disk: in memory nobody could be killed between two of them. */
const slowness = 3;

class Worker {
  private readonly ids = monotonicIds();
  private readonly traces: string[];
  private readonly wishes: DeedKind[] = [];
  private random: number;
  private n = 0;

  constructor(
    private readonly engine: Engine,
    private readonly seat: Seat,
  ) {
    this.traces = [...seat.traces];
    this.random = seat.seed;
  }

  wish(kind: DeedKind): void {
    this.wishes.push(kind);
  }

  async work(): Promise<void> {
    const deeds: Record<DeedKind, () => Promise<void>> = {
      import: () => this.importRows(),
      verdict: () => this.judge(),
      delete: () => this.remove(),
      build: () => this.build(),
      export: () => this.export(),
      rebuild: () => this.do({ kind: 'rebuild' }, () => this.engine.call('store.rebuild', {})),
    };
    for (;;) {
      if (this.traces.length === 0) await this.importRows();
      await deeds[this.wishes.shift() ?? this.any()]();
      await after(breath);
    }
  }

  private any(): DeedKind {
    return this.dice(seldom) === 0 ? (deedKinds[this.dice(deedKinds.length)] ?? 'verdict') : 'verdict';
  }

  private async judge(): Promise<void> {
    const trace = this.traces[this.dice(this.traces.length)];
    if (trace === undefined) return;
    const act = this.ids.ulid();
    const word = `Reason${this.seat.me}x${this.n}x`;
    await this.do({ kind: 'verdict', act, trace, word }, () =>
      this.engine.call('feedback.down', { trace, reason: `Because ${word}.` }, { act_id: act }),
    );
  }

  private async importRows(): Promise<void> {
    const source = `from-${this.seat.me}-${this.n}`;
    const file = path.join(this.seat.folder, `${source}.jsonl`);
    const rows = this.dice(4) === 0 ? manyRows : fewRows;
    const lines = Array.from({ length: rows }, (_, n) =>
      JSON.stringify({
        request_id: `${source}-${n}`,
        messages: [
          { role: 'user', content: `Question of ${source}, number ${n}?` },
          { role: 'assistant', content: `Answer Word${source}n${n}x.` },
        ],
      }),
    );
    fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    await this.do({ kind: 'import', source, rows }, async () => {
      const { trace_ids } = await this.engine.call('import.run', { paths: [file], source });
      this.traces.push(...trace_ids);
      return trace_ids;
    });
  }

  private async remove(): Promise<void> {
    const [trace] = this.traces.splice(this.dice(this.traces.length), 1);
    if (trace === undefined) return;
    await this.do({ kind: 'delete', trace }, () => this.engine.call('trace.delete', { traces: [trace], confirmed: true }));
  }

  private async build(): Promise<void> {
    const name = `set-${this.seat.me}-${this.n}`;
    await this.do({ kind: 'build', name }, () =>
      this.engine.call('dataset.build', { name, method: 'kto', slice: { state: ['reviewed'] } }),
    );
  }

  private async export(): Promise<void> {
    const [newest] = await this.engine.call('dataset.list', {});
    if (!newest) return this.build();
    const name = path.join(this.seat.folder, 'out', `${this.seat.me}-${this.n}`);
    await this.do({ kind: 'export', name }, () =>
      this.engine.call('export.run', { dataset: newest.dataset_id, target: 'trl', folder: name }),
    );
  }

  private async do(deed: Deed, work: () => Promise<unknown>): Promise<void> {
    const n = this.n++;
    say({ what: 'begun', n, deed });
    try {
      const traces = await work();
      say({ what: 'done', n, deed, ...(Array.isArray(traces) ? { traces: traces as string[] } : {}) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      say({ what: 'refused', n, deed, problem: error.code });
    }
  }

  private dice(sides: number): number {
    this.random = (Math.imul(this.random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((this.random / 0x80000000) * sides);
  }
}

function say(said: Said): void {
  fs.writeSync(1, `${JSON.stringify(said)}\n`);
}

const never = new Int32Array(new SharedArrayBuffer(4));

function tellOfSaving(point: FailPoint): void {
  if (point === 'index.create.before') say({ what: 'saving' });
  if (point.startsWith('index.')) Atomics.wait(never, 0, 0, slowness);
  if (point === 'index.sync_folder.after') say({ what: 'saved' });
}

async function main(): Promise<void> {
  const seat = JSON.parse(process.argv[2] ?? '') as Seat;
  const engine = await openEngine({
    store: path.join(seat.folder, '.loop'),
    reviewer: seat.me,
    faults: tellOfSaving,
    onStatus: (what) => {
      if (what === 'opening' || what === 'open' || what === 'attached') say({ what });
    },
  });
  const worker = new Worker(engine, seat);
  readline.createInterface({ input: process.stdin }).on('line', (kind) => worker.wish(kind as DeedKind));
  await worker.work();
}

void main();
