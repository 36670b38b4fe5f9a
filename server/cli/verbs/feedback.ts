import type { Command } from 'commander';
import type { Answer } from '../../../core/log/events';
import { Problem } from '../../../core/lib/problem';
import { readScores } from '../../../core/feedback/score-text';
import { parseToolCalls } from '../../../core/feedback/tool-calls';
import { textOf } from '../files';
import { atMostOne, whole } from '../flags';
import { type Door, examples, type RegisterVerb } from '../program';

const traceId = 'id of the trace, as `loop list` shows it, or its first letters, at least four';
const otherTurn = 'another assistant message than the last, by its number in `loop show`';

const verdicts = [
  ['up', 'say that an answer is right', 'up TRACE', 'up TRACE --reason "asked before refunding"'],
  ['down', 'say that an answer is wrong', 'down TRACE --reason "invented a policy"', 'down TRACE --turn 2'],
  ['skip', 'leave a trace without a verdict', 'skip TRACE --reason "cannot tell"'],
] as const;

const answers = [
  ['correct', 'say what should have been answered', 'correct TRACE --text "It takes five working days."'],
  ['gold', 'state the reference answer', 'gold TRACE --file answer.txt --reason "from the handbook"'],
] as const;

export const registerFeedback: RegisterVerb = (program, door) => {
  for (const [kind, what, ...lines] of verdicts) {
    const command = program.command(kind).description(what).argument('<trace>', traceId);
    examples(command.option('--reason <text>', 'why').option('--turn <n>', otherTurn, whole), ...lines).action(
      async (trace: string, flags: { reason?: string; turn?: number }) => {
        const d = door();
        acted(d, await (await d.engine()).call(`feedback.${kind}`, { trace, ...flags }));
      },
    );
  }
  for (const [kind, what, ...lines] of answers) {
    const command = withAnswer(program.command(kind).description(what).argument('<trace>', traceId));
    examples(command.option('--reason <text>', 'why').option('--turn <n>', otherTurn, whole), ...lines).action(
      async (trace: string, flags: AnswerFlags & { reason?: string; turn?: number }) => {
        const d = door();
        const { reason, turn } = flags;
        const rest = { ...(reason === undefined ? {} : { reason }), ...(turn === undefined ? {} : { turn }) };
        acted(d, await (await d.engine()).call(`feedback.${kind}`, { trace, answer: await answerOf(flags), ...rest }));
      },
    );
  }
  registerScore(program, door);
  registerNote(program, door);
  registerUndo(program, door);
};

const registerScore: RegisterVerb = (program, door) => {
  const command = program.command('score').description('grade an answer yourself').argument('<trace>', traceId);
  examples(
    command
      .argument('<score...>', 'a number from 0 to 1, or one for each dimension: tone=0.5 facts=1')
      .option('--turn <n>', otherTurn, whole),
    'score TRACE 0.8',
    'score TRACE tone=0.5 facts=1 --turn 2',
  ).action(async (trace: string, given: string[], flags: { turn?: number }) => {
    const d = door();
    const scores = readScores(given.join(' '));
    if (!scores)
      throw new Problem('usage', { reason: 'Give a number from 0 to 1, or one for each dimension: tone=0.5 facts=1.' });
    acted(d, await (await d.engine()).call('feedback.score', { trace, scores, ...flags }));
  });
};

const registerNote: RegisterVerb = (program, door) => {
  const command = program.command('note').description('comment on a trace').argument('<trace>', traceId);
  examples(
    command.requiredOption('--text <text>', 'the comment').option('--turn <n>', 'the message it is about', whole),
    'note TRACE --text "the refund limit changed in May"',
  ).action(async (trace: string, flags: { text: string; turn?: number }) => {
    const d = door();
    acted(d, await (await d.engine()).call('feedback.note', { trace, ...flags }));
  });
};

const registerUndo: RegisterVerb = (program, door) => {
  examples(
    program
      .command('undo')
      .description('take back your newest act, or the one named')
      .option('--act <id>', 'the act to take back: act_id in the answer that `--json` gave'),
    'undo',
    'undo --act 01M8N4J9Y6F8TD0VPYME6CWD8H',
  ).action(async (flags: { act?: string }) => {
    const d = door();
    const result = await (await d.engine()).call('feedback.undo', flags);
    d.answer(result, (r) => [`Took back ${r.retracted}${about(r)}.`, 'loop redo restores it.']);
  });
  examples(program.command('redo').description('restore the act you took back last'), 'redo').action(async () => {
    const d = door();
    d.answer(await (await d.engine()).call('feedback.redo', {}), (r) => [`Restored ${r.restored}${about(r)}.`]);
  });
};

function about(result: { trace?: string | undefined; state?: string | undefined }): string {
  return result.trace === undefined ? '' : ` on ${result.trace}, which is ${result.state ?? 'unreviewed'} now`;
}

export interface AnswerFlags {
  text?: string;
  file?: string;
  toolCalls?: string;
}

/** Adds the flags that `answerOf` reads. */
export function withAnswer(command: Command): Command {
  return command
    .option('--text <text>', 'the answer')
    .option('--file <file>', 'read the answer from a text file')
    .option('--tool-calls <file>', 'read tool calls from a JSON file: [{"name", "arguments"}]');
}

/** The answer that --text, --file and --tool-calls describe. @throws Problem `usage`, `file_*`, `tool_calls_invalid` */
export async function answerOf(flags: AnswerFlags): Promise<Answer> {
  atMostOne({ ...flags }, ['text', 'file']);
  if (flags.text === undefined && flags.file === undefined && flags.toolCalls === undefined)
    throw new Problem('usage', { reason: 'Give the answer with --text, --file or --tool-calls.' });
  const text = flags.file === undefined ? (flags.text ?? '') : await textOf(flags.file);
  if (flags.toolCalls === undefined) return { text };
  return { text, tool_calls: parseToolCalls(await textOf(flags.toolCalls)) };
}

function acted(door: Door, result: { act_id: string; state: string }): void {
  door.answer(result, ({ state }) => [`Saved. The trace is ${state} now.`]);
}
