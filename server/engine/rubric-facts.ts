import type { Store } from '../../core/ports';
import type { Result } from '../../core/protocol/operations';
import type { Message, Trace } from '../../core/trace/model';

/** Of more conversations than this that call tools, only the newest are looked at. */
const mostTraces = 20_000;

/** Of more runs of judges, only the newest are spoken of. */
const mostRuns = 100;

interface Tool {
  traces: number;
  readonly args: Map<string, number>;
}

/**
 * What rubric files can be checked against. Tools are told from the conversations themselves; those read once are
 * remembered by id, so that asking again reads only what is new.
 */
export class RubricFacts {
  private seen = new Set<string>();
  private tools = new Map<string, Tool>();

  constructor(private readonly store: Store) {}

  async read(): Promise<Result<'store.facts'>> {
    const { store } = this;
    const [labels, attributes, sources, models] = await Promise.all([
      store.labels(),
      store.attributes(),
      store.sources(),
      store.models(),
    ]);
    const all_tools = await this.readTools();
    return {
      conversations: await store.count({}),
      labels: labels.map(({ label, parent, count }) => ({ label, count, ...(parent === undefined ? {} : { parent }) })),
      attributes: Object.fromEntries(attributes.map(({ key, values }) => [key, { ...values }])),
      sources: Object.fromEntries(sources.map(({ source, traces }) => [source, traces])),
      models: summed(models),
      tools: [...this.tools].map(([name, { traces, args }]) => ({ name, count: traces, args: Object.fromEntries(args) })),
      all_tools,
      judge_runs: (await store.judgeRuns()).slice(0, mostRuns).map(({ body: { judge, rubric } }) => ({ judge, rubric })),
    };
  }

  /** Answers whether all conversations that call tools were looked at. */
  private async readTools(): Promise<boolean> {
    const calling = await this.store.select({ has: 'tool_calls' });
    const newest = calling.slice(-mostTraces);
    const now = new Set(newest);
    // What was deleted must not be spoken of: then everything is read again.
    if ([...this.seen].some((id) => !now.has(id))) {
      this.seen = new Set();
      this.tools = new Map();
    }
    const fresh = newest.filter((id) => !this.seen.has(id));
    for await (const { trace } of this.store.judged(fresh)) {
      this.take(trace);
      this.seen.add(trace.id);
    }
    return newest.length === calling.length;
  }

  private take({ messages }: Trace): void {
    const called = new Set<string>();
    for (const { name, arguments: given } of messages.flatMap((message: Message) => message.tool_calls ?? [])) {
      const tool = this.tools.get(name) ?? { traces: 0, args: new Map<string, number>() };
      this.tools.set(name, tool);
      if (!called.has(name)) tool.traces++;
      called.add(name);
      for (const key of keysOf(given)) tool.args.set(key, (tool.args.get(key) ?? 0) + 1);
    }
  }
}

/** The names of the arguments; none when they are no JSON object. */
function keysOf(given: string): string[] {
  try {
    const value: unknown = JSON.parse(given);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

function summed(models: readonly { model: string; traces: number }[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const { model, traces } of models) sums.set(model, (sums.get(model) ?? 0) + traces);
  return Object.fromEntries(sums);
}
