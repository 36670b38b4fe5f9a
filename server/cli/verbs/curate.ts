import { Option } from 'commander';
import { parseAttribute } from '../../../core/feedback/label';
import { Problem } from '../../../core/lib/problem';
import { atMostOne, split } from '../flags';
import { collect, type Door, examples, type RegisterVerb } from '../program';
import { table } from '../table';
import { count, number } from '../words';
import { type AnswerFlags, answerOf, withAnswer } from './feedback';

const traceId = 'id of the trace, as `loop list` shows it, or its first letters, at least four';

export const registerCurate: RegisterVerb = (program, door) => {
  registerTags(program, door);
  registerLabels(program, door);
  registerMarks(program, door);
  registerAnswers(program, door);
};

const registerTags: RegisterVerb = (program, door) => {
  examples(
    program
      .command('label')
      .description('label a trace')
      .argument('<trace>', traceId)
      .argument('<label...>', 'labels: 1 to 120 characters, no comma')
      .option('--parent <label>', 'put the labels under this one'),
    'label TRACE refunds urgent',
    'label TRACE refunds --parent billing',
  ).action(async (trace: string, labels: string[], flags: { parent?: string }) => {
    const d = door();
    tagged(d, await (await d.engine()).call('label.add', { traces: [trace], labels, ...flags }));
  });
  examples(
    program
      .command('unlabel')
      .description('remove a label or an attribute from a trace')
      .argument('<trace>', traceId)
      .argument('[label...]', 'labels to remove')
      .addOption(new Option('--key <k>', 'remove this attribute').argParser(collect)),
    'unlabel TRACE refunds',
    'unlabel TRACE --key language',
  ).action(async (trace: string, labels: string[], flags: { key?: string[] }) => {
    const d = door();
    if (labels.length === 0 && !flags.key) throw new Problem('usage', { reason: 'Name a label, or an attribute with --key.' });
    tagged(d, await (await d.engine()).call('label.remove', { traces: [trace], labels, keys: flags.key ?? [] }));
  });
  examples(
    program
      .command('attribute')
      .description('set attributes of a trace; a key has one value')
      .argument('<trace>', traceId)
      .argument('<k=v...>', 'keys with their values'),
    'attribute TRACE language=es tier=gold',
  ).action(async (trace: string, texts: string[]) => {
    const d = door();
    tagged(d, await (await d.engine()).call('attribute.set', { traces: [trace], values: attributesOf(texts) }));
  });
};

const registerLabels: RegisterVerb = (program, door) => {
  examples(
    program
      .command('labels')
      .description('list labels; rename, merge or re-parent one')
      .option('--rename <a=b>', 'rename a to b, a name that is free')
      .option('--merge <a=b>', 'file everything labelled a under b, another label')
      .option('--parent <a=p>', 'put a under p (`a=`: under nothing)'),
    'labels',
    'labels --rename "refund=refunds"',
    'labels --parent refunds=billing',
  ).action(async (flags: LabelFlags) => labels(door(), flags));
};

const registerMarks: RegisterVerb = (program, door) => {
  for (const pinned of [true, false]) {
    const verb = pinned ? 'pin' : 'unpin';
    examples(
      program
        .command(verb)
        .description(pinned ? 'keep traces beyond their retention' : 'let traces expire again')
        .argument('<trace...>', traceId),
      `${verb} TRACE`,
    ).action(async (traces: string[]) => {
      const d = door();
      const result = await (await d.engine()).call('trace.pin', { traces, pinned });
      const done = pinned ? 'Pinned' : 'Unpinned';
      d.answer(result, () => [`${done} ${count(new Set(traces).size, 'conversation')}.`]);
    });
  }
  examples(
    program
      .command('taint')
      .description('mark a trace as unfit for training')
      .argument('<trace>', traceId)
      .argument('<reason>', 'why'),
    'taint TRACE "a tool was called without permission"',
  ).action(async (trace: string, reason: string) => {
    const d = door();
    const result = await (await d.engine()).call('trace.taint', { trace, reason });
    d.answer(result, () => ['Marked as tainted: builds leave it out. loop undo takes it back.']);
  });
};

const registerAnswers: RegisterVerb = (program, door) => {
  examples(
    withAnswer(
      program.command('candidate').description('add another answer to the same question').argument('<trace>', traceId),
    ).option('--model <m>', 'the model it came from'),
    'candidate TRACE --text "You have 60 days." --model large-teacher',
  ).action(async (trace: string, flags: AnswerFlags & { model?: string }) => {
    const d = door();
    const model = flags.model === undefined ? {} : { model: flags.model };
    const result = await (await d.engine()).call('candidate.add', { trace, answer: await answerOf(flags), ...model });
    d.answer(result, (r) => [
      `Added ${r.candidate}.`,
      `loop pick ${trace} ${r.candidate} answer says that it is the better one.`,
    ]);
  });
  examples(
    program
      .command('pick')
      .description('say which of two answers is better (`answer` is the recorded one)')
      .argument('<trace>', traceId)
      .argument('<better>', 'id of the better answer, as `loop show` has it, or `answer`')
      .argument('<worse>', 'id of the worse answer, or `answer`')
      .option('--tie', 'neither is better'),
    'pick TRACE 01M8N4J9Y6F8TD0VPYME6CWD8H answer',
    'pick TRACE --tie 01M8N4J9Y6F8TD0VPYME6CWD8H answer',
  ).action(async (trace: string, better: string, worse: string, flags: { tie?: boolean }) => {
    const d = door();
    const result = await (await d.engine()).call('feedback.pick', { trace, better, worse, ...flags });
    d.answer(result, ({ state }) => [`Saved. The trace is ${state} now.`]);
  });
};

/** `k=v` texts as attributes, of which a key holds one: the last one given stands. @throws Problem `attribute_invalid` */
export function attributesOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map(parseAttribute).map(({ key, value }) => [key, value]));
}

function tagged(door: Door, result: { labels: string[]; attributes: Record<string, string> }): void {
  door.answer(result, ({ labels, attributes }) => [
    `labels: ${labels.join(', ') || 'none'}`,
    ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`),
  ]);
}

interface LabelFlags {
  rename?: string;
  merge?: string;
  parent?: string;
}

async function labels(door: Door, flags: LabelFlags): Promise<void> {
  atMostOne({ ...flags }, ['rename', 'merge', 'parent']);
  const engine = await door.engine();
  const change = flags.rename ?? flags.merge ?? flags.parent;
  if (change !== undefined) {
    const pair = split(change);
    if (!pair)
      throw new Problem('usage', { reason: `Write the change of a label as old=new; "${change.slice(0, 120)}" is not one.` });
    const [label, to] = pair;
    const renamed = { to, merge: flags.merge !== undefined };
    const what = flags.parent === undefined ? renamed : { parent: to === '' ? null : to };
    await engine.call('label.change', { label, ...what });
  }
  const all = await engine.call('label.list', {});
  door.answer(all, () =>
    all.length === 0
      ? ['No labels yet. loop label TRACE LABEL gives one.']
      : [
          table(
            ['label', 'under', { title: 'traces', right: true }],
            all.map((l) => [l.label, l.parent ?? '', number(l.count)]),
          ),
        ],
  );
}
