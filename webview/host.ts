import type * as z from 'zod';
import type { CallOf, FromDatasetView, FromImportView, FromTraceView, View } from '../core/protocol/panel';
import { operations, type Params, type Result } from '../core/protocol/operations';

/** What VS Code gives a webview's page. */
export interface VsCode {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

export interface FromView {
  readonly trace: FromTraceView;
  readonly dataset: FromDatasetView;
  readonly import: FromImportView;
}

/** A problem the engine answered with: `message` is the sentence to show. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Progress {
  readonly done: number;
  readonly total?: number | undefined;
  readonly unit: 'rows' | 'bytes' | 'traces' | 'files';
}

interface Waiting {
  readonly take: (value: unknown) => void;
  readonly refuse: (error: Error) => void;
  readonly progress?: ((progress: Progress) => void) | undefined;
}

interface Answer {
  readonly type: 'result' | 'progress';
  readonly id: number;
}
type ResultMessage = Answer &
  ({ readonly ok: true; readonly value?: unknown } | { readonly ok: false; readonly problem: { code: string; message: string } });

/** A call on its way; `cancel` asks the engine to stop, after which it ends as the `cancelled` refusal. */
export interface Pending<T> {
  readonly done: Promise<T>;
  cancel(): void;
}

/** The view's only way out: messages to the host, and the engine's operations on this view's list. */
export class Host<V extends View> {
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;

  constructor(
    readonly view: V,
    readonly api: VsCode,
  ) {}

  send(message: FromView[V]): void {
    this.api.postMessage(message);
  }

  call<M extends CallOf<V>>(method: M, params: Params<M>): Promise<Result<M>> {
    return this.start(method, params).done;
  }

  start<M extends CallOf<V>>(method: M, params: Params<M>, progress?: (progress: Progress) => void): Pending<Result<M>> {
    const id = this.#next++;
    const schema: z.ZodType = operations[method].result;
    const done = new Promise<Result<M>>((take, refuse) => {
      // The schema is the method's own, so its output is that method's result.
      this.#waiting.set(id, { take: (value) => take(schema.parse(value) as Result<M>), refuse, progress });
    });
    const message = { type: 'call' as const, id, method, params };
    this.api.postMessage(progress ? { ...message, progress: true } : message);
    return { done, cancel: () => this.api.postMessage({ type: 'cancel', id }) };
  }

  /** Whether a message was an answer or its progress, which is then dealt with. */
  answered(message: { type: string }): boolean {
    if (message.type === 'result') this.settle(message as ResultMessage);
    else if (message.type === 'progress') this.progress(message as Answer & Progress);
    else return false;
    return true;
  }

  /** Hands an answer to whoever asked; one that comes twice or late is dropped. */
  settle(message: ResultMessage): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    this.#waiting.delete(message.id);
    if (!message.ok) {
      waiting.refuse(new Refusal(message.problem.code, message.problem.message));
      return;
    }
    try {
      waiting.take(message.value);
    } catch (error) {
      waiting.refuse(error instanceof Error ? error : new Error('unreadable answer'));
    }
  }

  progress(message: Answer & Progress): void {
    this.#waiting.get(message.id)?.progress?.(message);
  }

  /** Says in the log what went wrong in the view; a refusal is no fault. Only the kind of failure and its place, never text of a trace. */
  failed(error: unknown): void {
    if (error instanceof Refusal) return;
    const what = error instanceof Error ? `${error.name} at ${place(error)}` : typeof error;
    this.api.postMessage({ type: 'failed', what: what.slice(0, 2000) });
  }
}

interface Parser<M> {
  safeParse(data: unknown): { success: true; data: M } | { success: false; error: Error };
}

/** A message that is no answer. */
export type Incoming<M> = Exclude<M, { type: 'result' | 'progress' }>;

/** Reads the host's messages: answers go to the calls that wait for them, everything else to `take`. Then says `ready`. */
export function listen<V extends View, M extends { type: string }>(
  host: Host<V>,
  schema: Parser<M>,
  take: (message: Incoming<M>) => void,
): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = schema.safeParse(event.data);
    // Other scripts of the page's own frame post messages too; ours always parse.
    if (!parsed.success) host.failed(parsed.error);
    else if (!host.answered(parsed.data)) take(parsed.data as Incoming<M>);
  });
  host.send({ type: 'ready' });
}

/** Stack lines without the message, which may quote what was being read. */
function place(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '));
  return lines.slice(0, 8).join(' ').trim();
}

/** What a failed call says to the user; a bug comes without words of its own. */
export function messageOf(error: unknown, otherwise: string): string {
  return error instanceof Refusal && error.message !== '' ? error.message : otherwise;
}
