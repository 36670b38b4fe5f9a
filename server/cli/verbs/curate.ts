import { Option } from 'commander';
import { collect, type Door, type RegisterVerb } from '../program';
import { pairs } from '../selection';
import { table } from '../table';
import { Problem } from '../../../core/lib/problem';
import { type AnswerFlags, answerOf } from './feedback';
import { singles } from './intake';

export const registerCurate: RegisterVerb = (program, door) => {
  program
    .command('label')
    .description('label a trace')
    .argument('<trace>')
    .argument('<label...>')
    .option('--parent <label>', 'put the labels under this one')
    .action(async (trace: string, labels: string[], flags: { parent?: string }) => {
      const d = door();
      tagged(d, await (await d.engine()).call('label.add', { traces: [trace], labels, ...flags }));
    });
  program
    .command('unlabel')
    .description('remove a label or an attribute from a trace')
    .argument('<trace>')
    .argument('[label...]')
    .addOption(new Option('--key <k>', 'remove this attribute').argParser(collect))
    .action(async (trace: string, labels: string[], flags: { key?: string[] }) => {
      const d = door();
      if (labels.length === 0 && !flags.key) throw new Problem('usage', { reason: 'Name a label, or an attribute with --key.' });
      tagged(d, await (await d.engine()).call('label.remove', { traces: [trace], labels, keys: flags.key ?? [] }));
    });
  program
    .command('attribute')
    .description('set attributes of a trace')
    .argument('<trace>')
    .argument('<k=v...>')
    .action(async (trace: string, texts: string[]) => {
      const d = door();
      tagged(d, await (await d.engine()).call('attribute.set', { traces: [trace], values: singles(pairs(texts)) }));
    });
  program
    .command('labels')
    .description('list labels; rename, merge or re-parent one')
    .option('--rename <a=b>', 'rename a to b')
    .option('--merge <a=b>', 'file everything labelled a under b')
    .option('--parent <a=p>', 'put a under p (empty: under nothing)')
    .action(async (flags: { rename?: string; merge?: string; parent?: string }) => labels(door(), flags));
  for (const pinned of [true, false]) {
    program
      .command(pinned ? 'pin' : 'unpin')
      .description(pinned ? 'keep traces beyond their retention' : 'let traces expire again')
      .argument('<trace...>')
      .action(async (traces: string[]) => {
        const d = door();
        const result = await (await d.engine()).call('trace.pin', { traces, pinned });
        d.print(d.json ? JSON.stringify(result) : pinned ? 'Pinned.' : 'Unpinned.');
      });
  }
  program
    .command('taint')
    .description('mark a trace as unfit for training')
    .argument('<trace>')
    .argument('<reason>')
    .action(async (trace: string, reason: string) => {
      const d = door();
      const result = await (await d.engine()).call('trace.taint', { trace, reason });
      d.print(d.json ? JSON.stringify(result) : 'Marked as tainted.');
    });
  program
    .command('candidate')
    .description('add another answer to the same question')
    .argument('<trace>')
    .option('--text <text>', 'the answer')
    .option('--file <file>', 'read the answer from a file')
    .option('--tool-calls <file>', 'read tool calls from a JSON file')
    .option('--model <m>', 'the model it came from')
    .action(async (trace: string, flags: AnswerFlags & { model?: string }) => {
      const d = door();
      const model = flags.model === undefined ? {} : { model: flags.model };
      const result = await (await d.engine()).call('candidate.add', { trace, answer: await answerOf(flags), ...model });
      d.print(d.json ? JSON.stringify(result) : `Added ${result.candidate}.`);
    });
  program
    .command('pick')
    .description('say which of two answers is better (`answer` is the recorded one)')
    .argument('<trace>')
    .argument('<better>')
    .argument('<worse>')
    .option('--tie', 'neither is better')
    .action(async (trace: string, better: string, worse: string, flags: { tie?: boolean }) => {
      const d = door();
      const result = await (await d.engine()).call('feedback.pick', { trace, better, worse, ...flags });
      d.print(d.json ? JSON.stringify(result) : `Saved (${result.state}).`);
    });
};

function tagged(door: Door, result: { labels: string[]; attributes: Record<string, string> }): void {
  if (door.json) return door.print(JSON.stringify(result));
  door.print(`labels: ${result.labels.join(', ') || 'none'}`);
  for (const [key, value] of Object.entries(result.attributes)) door.print(`${key}=${value}`);
}

async function labels(door: Door, flags: { rename?: string; merge?: string; parent?: string }): Promise<void> {
  const engine = await door.engine();
  const change = flags.rename ?? flags.merge ?? flags.parent;
  if (change !== undefined) {
    const at = change.indexOf('=');
    if (at < 1)
      throw new Problem('usage', { reason: `Write the change of a label as old=new; "${change.slice(0, 120)}" is not one.` });
    const [label, to] = [change.slice(0, at), change.slice(at + 1)];
    const what = flags.parent === undefined ? { to } : { parent: to === '' ? null : to };
    await engine.call('label.change', { label, ...what });
  }
  const all = await engine.call('label.list', {});
  if (door.json) {
    door.print(JSON.stringify(all));
    return;
  }
  door.print(
    table(
      ['label', 'under', 'traces'],
      all.map((l) => [l.label, l.parent ?? '', String(l.count)]),
    ),
  );
}
