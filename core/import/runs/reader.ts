import type { Message, Trace } from '../../trace/model';
import { lastAssistantTurn } from '../../trace/plain';
import { assemble, type Parts } from '../assemble';
import type { Dialect, Row, RowReader, Sink } from '../draft';
import { identified } from '../facts';
import { isFields } from '../fields';
import { jsonText } from '../json';
import { kindOf } from '../judged';
import { Refusal, unrecognisedShape } from '../refusals';
import { isSame, loneText, readSides } from '../sides';
import { shapeOf } from '../verdicts';
import type { Run, RunFormat } from './run';

/** A dialect whose rows are the steps of programs. */
export function runDialect(format: RunFormat): Dialect {
  return {
    id: format.id,
    title: format.title,
    whole_file: { share: 0.5 },
    detect: (value) => isFields(value) && format.detect(value),
    read: (sink) => new RunReader(format, sink),
  };
}

/** Characters of runs kept; when there are more, what is complete so far is given out first. */
const keepLimit = 64 * 1024 * 1024;

interface Group {
  readonly line: number;
  /** Rows of the file that it was begun or gone on with. */
  rows: number;
  readonly runs: Map<string, Run>;
}

interface Told {
  readonly parts: Parts;
  readonly thread: string | undefined;
  readonly start: number;
}

/** Gathers the runs of each trace, wherever in the file they are, and tells what was said in it. */
class RunReader implements RowReader {
  private groups = new Map<string, Group>();
  private size = 0;

  constructor(
    private readonly format: RunFormat,
    private readonly sink: Sink,
  ) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    const runs = this.format.detect(value) ? this.format.runsOf(value) : [];
    if (runs.length === 0) {
      this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
      return;
    }
    for (const [n, run] of runs.entries()) this.take(run, line, n === 0);
    if (this.size > keepLimit) this.flush();
  }

  private take(run: Run, line: number, isFirst: boolean): void {
    const group = this.groups.get(run.trace) ?? { line, rows: 0, runs: new Map<string, Run>() };
    this.groups.set(run.trace, group);
    if (isFirst) group.rows++;
    const known = group.runs.get(run.id);
    group.runs.set(run.id, known ? merged(known, run) : run);
    this.size += (jsonText(run.inputs)?.length ?? 0) + (jsonText(run.outputs)?.length ?? 0);
  }

  end(): void {
    this.flush();
  }

  private flush(): void {
    const told = [...this.groups].flatMap(([trace, group]) => this.told(trace, group) ?? []);
    this.groups = new Map();
    this.size = 0;
    for (const { parts } of withoutRepeated(told)) {
      const draft = assemble(parts);
      if (draft instanceof Refusal) this.sink.refuse(parts.line, draft, 0);
      else this.sink.draft(draft);
    }
  }

  private told(trace: string, { line, rows, runs }: Group): Told | undefined {
    const all = [...runs.values()].sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
    const root = all.find((run) => run.parent === undefined || !runs.has(run.parent)) ?? all[0];
    const messages = root ? this.conversation(root, all) : undefined;
    if (!root || !messages) {
      this.sink.ignored(rows);
      return undefined;
    }
    if (messages instanceof Refusal) {
      this.sink.refuse(line, messages, rows);
      return undefined;
    }
    this.sink.used(rows);
    const turn = lastAssistantTurn(messages);
    const verdicts = (root.verdicts ?? []).map((verdict) => ({ ...verdict, turn }));
    const parts: Parts = {
      dialect: this.format.id,
      shape: shapeOf(verdicts, 'conversation'),
      line,
      messages,
      facts: {
        ...identified(trace),
        model: all.findLast((run) => run.is_model && run.model !== undefined)?.model ?? root.model,
        captured_at: root.start === undefined ? undefined : new Date(root.start).toISOString(),
        labels: root.labels ?? [],
        attributes: {},
        meta: metaOf(root, all),
      },
      verdicts,
    };
    return { parts, thread: root.thread, start: root.start ?? 0 };
  }

  /** The root's own messages, else those of the last call to a model, else the root's question and result as texts. */
  private conversation(root: Run, all: readonly Run[]): Message[] | Refusal | undefined {
    const note = this.sink.note.bind(this.sink);
    const models = all.filter((run) => run.is_model && run !== root).reverse();
    let failed: Refusal | undefined;
    for (const run of [root, ...models]) {
      const messages = readSides(run.inputs, run.outputs, note);
      if (messages instanceof Refusal) failed ??= messages;
      else if (messages && lastAssistantTurn(messages) >= 0) return messages;
      else if (messages && run.error !== undefined) return [...messages, { role: 'assistant', content: '', error: run.error }];
    }
    const [question, result] = [loneText(root.inputs), loneText(root.outputs)];
    const error = result === undefined ? root.error : undefined;
    if (question !== undefined && (result !== undefined || error !== undefined))
      return [
        { role: 'user', content: question },
        { role: 'assistant', content: result ?? '', ...(error === undefined ? {} : { error }) },
      ];
    // Steps around a model, retrievers and the like: nobody said anything in them.
    return failed ?? (models.length > 0 || root.is_model ? new Refusal('no_answer') : undefined);
  }
}

/** The same run written again says what was missing before: a patch brings the outputs. */
function merged(known: Run, later: Run): Run {
  const said = Object.entries(later).filter(([, value]) => value !== undefined && value !== null);
  return { ...known, ...Object.fromEntries(said), start: known.start ?? later.start };
}

/** Usage of parents is the sum of their children: only calls to a model count, each once. */
function metaOf(root: Run, all: readonly Run[]): Trace['meta'] {
  const parents = new Set(all.filter((run) => run.is_model).map((run) => run.parent));
  const calls = all.filter((run) => run.is_model && run.usage && !parents.has(run.id));
  const sum = (name: 'input_tokens' | 'output_tokens') => calls.reduce((total, run) => total + (run.usage?.[name] ?? 0), 0);
  const usage = calls.length > 0 ? { input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') } : root.usage;
  const extra = { ...root.extra, ...(root.thread === undefined ? {} : { thread_id: root.thread }) };
  return {
    ...(usage ? { usage } : {}),
    ...(root.error === undefined ? {} : { error: root.error }),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

/** Traces of one thread, each with all that was said before: only the last one is needed. */
function withoutRepeated(told: readonly Told[]): Told[] {
  const sorted = [...told].sort((a, b) => a.start - b.start);
  const kept: Told[] = [];
  const last = new Map<string, number>();
  for (const one of sorted) {
    const at = one.thread === undefined ? undefined : last.get(one.thread);
    const before = at === undefined ? undefined : kept[at];
    const repeated = before?.parts.messages.every((message, i) => isSame(message, one.parts.messages[i])) ?? false;
    if (at !== undefined && repeated) kept[at] = one;
    else kept.push(one);
    if (one.thread !== undefined) last.set(one.thread, at !== undefined && repeated ? at : kept.length - 1);
  }
  return kept;
}
