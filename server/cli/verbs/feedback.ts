import { readFile } from 'node:fs/promises';
import type { Answer } from '../../../core/log/events';
import { Problem } from '../../../core/lib/problem';
import { parseToolCalls } from '../../../core/feedback/tool-calls';
import type { Door, RegisterVerb } from '../program';
import { whole } from '../selection';

export const registerFeedback: RegisterVerb = (program, door) => {
  for (const [kind, what] of [
    ['up', 'say that an answer is right'],
    ['down', 'say that an answer is wrong'],
    ['skip', 'leave a trace without a verdict'],
  ] as const) {
    program
      .command(kind)
      .description(what)
      .argument('<trace>')
      .option('--reason <text>', 'why')
      .option('--turn <n>', 'another assistant message than the last', whole)
      .action(async (trace: string, flags: { reason?: string; turn?: number }) => {
        const d = door();
        acted(d, await (await d.engine()).call(`feedback.${kind}`, { trace, ...flags }));
      });
  }
  for (const [kind, method, what] of [
    ['correct', 'feedback.correct', 'say what should have been answered'],
    ['gold', 'feedback.gold', 'state the reference answer'],
  ] as const) {
    program
      .command(kind)
      .description(what)
      .argument('<trace>')
      .option('--text <text>', 'the answer')
      .option('--file <file>', 'read the answer from a file')
      .option('--tool-calls <file>', 'read tool calls from a JSON file: [{"name", "arguments"}]')
      .option('--reason <text>', 'why')
      .option('--turn <n>', 'another assistant message than the last', whole)
      .action(async (trace: string, flags: AnswerFlags & { reason?: string; turn?: number }) => {
        const d = door();
        const answer = await answerOf(flags);
        const rest = {
          ...(flags.reason === undefined ? {} : { reason: flags.reason }),
          ...(flags.turn === undefined ? {} : { turn: flags.turn }),
        };
        acted(d, await (await d.engine()).call(method, { trace, answer, ...rest }));
      });
  }
  program
    .command('note')
    .description('comment on a trace')
    .argument('<trace>')
    .requiredOption('--text <text>', 'the comment')
    .option('--turn <n>', 'the message it is about', whole)
    .action(async (trace: string, flags: { text: string; turn?: number }) => {
      const d = door();
      acted(d, await (await d.engine()).call('feedback.note', { trace, ...flags }));
    });
  program
    .command('undo')
    .description('take back your newest act, or the one named')
    .option('--act <id>', 'the act to take back')
    .action(async (flags: { act?: string }) => {
      const d = door();
      const result = await (await d.engine()).call('feedback.undo', flags);
      d.print(d.json ? JSON.stringify(result) : `Took back ${result.retracted}.`);
    });
  program
    .command('redo')
    .description('restore the act you took back last')
    .action(async () => {
      const d = door();
      const result = await (await d.engine()).call('feedback.redo', {});
      d.print(d.json ? JSON.stringify(result) : `Restored ${result.restored}.`);
    });
};

export interface AnswerFlags {
  text?: string;
  file?: string;
  toolCalls?: string;
}

/** The answer that --text, --file and --tool-calls describe. */
export async function answerOf(flags: AnswerFlags): Promise<Answer> {
  if (flags.text !== undefined && flags.file !== undefined)
    throw new Problem('usage', { reason: 'Give --text or --file, not both.' });
  const text = flags.file === undefined ? (flags.text ?? '') : await fileText(flags.file);
  if (flags.toolCalls === undefined) return { text };
  return { text, tool_calls: parseToolCalls(await fileText(flags.toolCalls)) };
}

async function fileText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new Problem('file_not_found', { path: file });
    throw new Problem('file_not_readable', { path: file, reason: code ?? String(error) });
  }
}

function acted(door: Door, result: { act_id: string; state: string }): void {
  door.print(door.json ? JSON.stringify(result) : `Saved (${result.state}).`);
}
