/**
 * A process that works on a store as the owner or attached, whichever it becomes: imports, verdicts, builds, exports,
 * deletions and index writes in a random order. It says what it begins and what was acknowledged, a JSON line each,
 * until it is killed or its input ends.
 */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../../core/lib/problem';
import type { Engine } from '../../core/protocol/engine';
import { monotonicIds } from '../../server/engine/context';
import { openEngine } from '../../server/engine/open';

export interface Deed {
  readonly kind: 'import' | 'verdict' | 'delete' | 'build' | 'export' | 'rebuild';
  /** Of a verdict: its act, its trace and a word that is nowhere else. */
  readonly act?: string;
  readonly trace?: string;
  readonly word?: string;
  /** Of an import: the source nobody else imports into, and how many rows it has. */
  readonly source?: string;
  readonly rows?: number;
  readonly name?: string;
}

/** A line of this program's output. */
export interface Said {
  readonly what: 'begun' | 'done' | 'refused';
  readonly n: number;
  readonly deed: Deed;
  /** The traces of an import in the order of its rows. */
  readonly traces?: readonly string[];
}

const rowsOfImport = 60;

class Worker {
  private readonly ids = monotonicIds();
  private readonly traces: string[] = [];
  private n = 0;

  constructor(
    private readonly engine: Engine,
    private readonly folder: string,
    private readonly me: string,
    private random: number,
  ) {}

  async work(): Promise<void> {
    await this.importRows();
    for (;;) {
      const dice = this.dice(20);
      if (dice < 10) await this.judge();
      else if (dice < 12) await this.importRows();
      else if (dice < 15) await this.remove();
      else if (dice < 17) await this.build();
      else if (dice < 19) await this.export();
      else await this.do({ kind: 'rebuild' }, () => this.engine.call('store.rebuild', {}));
    }
  }

  private async judge(): Promise<void> {
    const trace = this.traces[this.dice(this.traces.length)];
    if (trace === undefined) return;
    const deed: Deed = { kind: 'verdict', act: this.ids.ulid(), trace, word: `Reason${this.me}x${this.n}x` };
    const call = { act_id: deed.act ?? '' };
    await this.do(deed, () => this.engine.call('feedback.down', { trace, reason: `Because ${deed.word}.` }, call));
  }

  private async importRows(): Promise<void> {
    const source = `from-${this.me}-${this.n}`;
    const file = path.join(this.folder, `${source}.jsonl`);
    const rows = Array.from({ length: rowsOfImport }, (_, n) => ({
      request_id: `${source}-${n}`,
      messages: [
        { role: 'user', content: `Question of ${source}, number ${n}?` },
        { role: 'assistant', content: `Answer Word${source}n${n}x.` },
      ],
    }));
    fs.writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await this.do({ kind: 'import', source, rows: rowsOfImport }, async () => {
      await this.engine.call('import.run', { paths: [file], source });
      const { rows: found } = await this.engine.call('trace.list', { selection: { source: [source] }, limit: 100 });
      const number = (preview: string) => Number(/number (\d+)/.exec(preview)?.[1]);
      const ids = [...found].sort((a, b) => number(a.preview) - number(b.preview)).map(({ id }) => id);
      this.traces.push(...ids);
      return ids;
    });
  }

  private async remove(): Promise<void> {
    const at = this.dice(this.traces.length);
    const [trace] = this.traces.splice(at, 1);
    if (trace === undefined) return;
    await this.do({ kind: 'delete', trace }, () => this.engine.call('trace.delete', { traces: [trace], confirmed: true }));
  }

  private async build(): Promise<void> {
    const name = `set-${this.me}-${this.n}`;
    await this.do({ kind: 'build', name }, () =>
      this.engine.call('dataset.build', { name, method: 'kto', slice: { state: ['reviewed'] } }),
    );
  }

  private async export(): Promise<void> {
    const [newest] = await this.engine.call('dataset.list', {});
    if (!newest) return;
    const name = path.join(this.folder, 'out', `${this.me}-${this.n}`);
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
      // Somebody else has the store to themselves, or the question has no answer in it: nothing was promised.
      if (!(error instanceof Problem)) throw error;
      say({ what: 'refused', n, deed: { ...deed, name: error.code } });
      // Who asks again at once, without a pause, leaves the owner no time for what it is busy with.
      await after(1);
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

async function main(): Promise<void> {
  const [folder = '', me = '', seed = '1'] = process.argv.slice(2);
  const engine = await openEngine({ store: path.join(folder, '.loop'), reviewer: me });
  await new Worker(engine, folder, me, Number(seed)).work();
}

void main();
