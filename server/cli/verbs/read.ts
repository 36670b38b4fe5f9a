import type { ShownTrace, TraceRow } from '../../../core/protocol/results';
import { pageLimit } from '../../../core/protocol/operations';
import type { Door, RegisterVerb } from '../program';
import { selectionOf, whole, withSelection } from '../selection';
import { clip, countsLine, table } from '../table';

export const registerRead: RegisterVerb = (program, door) => {
  withSelection(program.command('list').description('list traces, newest first'))
    .option('--limit <n>', 'how many', whole, 50)
    .option('--after <id>', 'go on after this trace')
    .action(async (flags: Record<string, unknown> & { limit: number; after?: string }) => list(door(), flags));

  program
    .command('show')
    .description('show one trace with everything said about it')
    .argument('<trace>')
    .action(async (trace: string) => show(door(), trace));

  program
    .command('stats')
    .description('counts and sizes of the store')
    .action(async () => {
      const d = door();
      const stats = await (await d.engine()).call('store.stats', {});
      if (d.json) return d.print(JSON.stringify(stats));
      d.print(`${stats.store}: ${stats.traces} traces, ${stats.acts} acts`);
      d.print(`By state: ${countsLine(stats.by_state)}`);
      d.print(`By source: ${countsLine(stats.by_source)}`);
      d.print(`Bytes: ${countsLine(stats.bytes)}`);
    });
};

async function list(door: Door, flags: Record<string, unknown> & { limit: number; after?: string }): Promise<void> {
  const engine = await door.engine();
  const selection = selectionOf(flags);
  let left = flags.limit;
  let after = flags.after;
  const shown: TraceRow[] = [];
  while (left > 0) {
    const page = await engine.call('trace.list', {
      selection,
      order: 'newest',
      limit: Math.min(left, pageLimit),
      ...(after === undefined ? {} : { after }),
    });
    for (const row of page.rows) {
      if (door.json) door.print(JSON.stringify(row));
      else shown.push(row);
    }
    left -= page.rows.length;
    if (page.next === null || page.rows.length === 0) break;
    after = page.next;
  }
  if (!door.json) door.print(listing(shown));
}

export function listing(rows: readonly TraceRow[]): string {
  return table(
    ['id', 'captured', 'source', 'model', 'state', 'verdict', 'labels', 'question'],
    rows.map((r) => [
      r.id,
      r.captured_at.slice(0, 16).replace('T', ' '),
      clip(r.source, 20),
      clip(r.model ?? '', 20),
      r.state,
      r.verdict ?? '',
      clip(r.labels.join(','), 24),
      clip(r.preview, 60),
    ]),
  );
}

async function show(door: Door, id: string): Promise<void> {
  const trace = await (await door.engine()).call('trace.show', { trace: id });
  if (door.json) {
    door.print(JSON.stringify(trace));
    return;
  }
  for (const line of described(trace)) door.print(line);
}

function described(trace: ShownTrace): string[] {
  const head = [
    plain(`${trace.id}  ${trace.source}  ${trace.model ?? ''}  ${trace.captured_at}  ${trace.state}`),
    ...(trace.origin.file ? [plain(`from ${trace.origin.file}${trace.origin.line ? `:${trace.origin.line}` : ''}`)] : []),
    ...(trace.labels.length ? [plain(`labels: ${trace.labels.join(', ')}`)] : []),
    ...Object.entries(trace.attributes).map(([k, v]) => plain(`${k}=${v}`)),
  ];
  const messages = trace.messages.flatMap((m, turn) => [
    '',
    `${turn === trace.answer_turn ? '▶ ' : ''}[${turn}] ${m.role}${m.name ? ` ${plain(m.name)}` : ''}`,
    plain(
      typeof m.content === 'string' ? m.content : m.content.map((p) => (p.type === 'text' ? p.text : `(${p.type})`)).join('\n'),
    ),
    ...(m.tool_calls ?? []).map((c) => plain(`→ ${c.name}(${c.arguments})`)),
  ]);
  const signals = trace.signals.map(
    (s) =>
      `${s.retracted ? '(taken back) ' : ''}${s.kind} by ${s.reviewer || s.provenance}, ${s.at}${s.reason ? `: ${plain(s.reason)}` : ''}`,
  );
  return [...head, ...messages, ...(signals.length ? ['', ...signals] : [])];
}

/** A terminal obeys control characters; a conversation may hold any. Line breaks and tabs stay. */
function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '�');
}
