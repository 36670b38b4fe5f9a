import { Worker } from 'node:worker_threads';
import type { TimedPattern } from '../../core/grade/kind';

/** Milliseconds a pattern may take on one answer. */
const longest = 100;
/** A pattern that was stopped so often is given up: many slow answers would hold everything up together. */
const mostStops = 3;

/** What runs in the worker. Written out here so that it needs no file of its own beside the program. */
const program = `
const { parentPort } = require('node:worker_threads');
const { createContext, Script } = require('node:vm');
const script = new Script('re.test(text)');
const known = new Map();
parentPort.on('message', ({ id, pattern, flags, texts }) => {
  const key = flags + '/' + pattern;
  const place = known.get(key) ?? { re: new RegExp(pattern, flags), text: '', stops: 0 };
  known.set(key, place);
  place.context ??= createContext(place);
  const found = texts.map((text) => {
    if (place.stops >= ${mostStops}) return undefined;
    place.text = text;
    try {
      return script.runInContext(place.context, { timeout: ${longest} }) === true;
    } catch (error) {
      if (error?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      place.stops++;
      return undefined;
    }
  });
  parentPort.postMessage({ id, found });
});
`;

interface Found {
  readonly id: number;
  readonly found: readonly (boolean | undefined)[];
}

/**
 * Patterns for the JavaScript engine, which some texts make slow without end. They run in a thread of their own, within a
 * time limit for each answer, so that nobody else waits for them.
 */
export class JsPatterns {
  private readonly patterns = new Map<string, { pattern: string; flags: string; results: Map<string, boolean | undefined> }>();
  private readonly waiting = new Map<number, { resolve: (found: Found['found']) => void; reject: (error: Error) => void }>();
  private worker: Worker | undefined;
  private asked = 0;

  /** A pattern as rules use it: it tells what `prepare` found for the text. @throws when it is no pattern */
  readonly timedPattern = (pattern: string, flags: string): TimedPattern => {
    // What the engine does not understand is told at once, not in the thread.
    new RegExp(pattern, flags).test('');
    const key = `${flags}/${pattern}`;
    const known = this.patterns.get(key) ?? { pattern, flags, results: new Map<string, boolean | undefined>() };
    this.patterns.set(key, known);
    return (text) => known.results.get(text);
  };

  /** Runs every pattern on the texts of one conversation. */
  async prepare(texts: () => readonly string[]): Promise<void> {
    if (this.patterns.size === 0) return;
    const wanted = [...new Set(texts())];
    for (const known of this.patterns.values()) {
      const found = await this.run(known.pattern, known.flags, wanted);
      known.results = new Map(wanted.map((text, n) => [text, found[n]]));
    }
  }

  /** Ends the thread; it starts again when it is needed. */
  async close(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private run(pattern: string, flags: string, texts: readonly string[]): Promise<Found['found']> {
    const worker = (this.worker ??= this.start());
    const id = ++this.asked;
    // A process that waits for an answer stays; one that is done does not wait for the thread.
    worker.ref();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, pattern, flags, texts });
    });
  }

  private start(): Worker {
    const worker = new Worker(program, { eval: true, stdout: false, stderr: false });
    worker.on('message', ({ id, found }: Found) => {
      this.waiting.get(id)?.resolve(found);
      this.waiting.delete(id);
      if (this.waiting.size === 0) worker.unref();
    });
    worker.on('error', (error) => this.fail(worker, error));
    worker.on('exit', () => this.fail(worker, new Error('the thread of patterns ended')));
    return worker;
  }

  private fail(worker: Worker, error: Error): void {
    if (this.worker === worker) this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
