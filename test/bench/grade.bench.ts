import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { answerView } from '../../core/grade/answer';
import { compileRule } from '../../core/grade/rules';
import { rule as ruleSchema } from '../../core/grade/schema';
import { generateRows } from '../support/generate';
import { run, writeLog } from './import.bench';
import type { Print } from './main';
import { withSize } from './size';

const rules = [
  { id: 'phrases', type: 'contains', any: ['refund', 'invoice', 'order'], none: ['as an AI', 'per our policy'] },
  { id: 'words', type: 'contains', all: ['the'], whole_word: true },
  { id: 'greeting', type: 'exact', expected: ['Hello', 'The'], at: 'start' },
  { id: 'number', type: 'number', min: 0, max: 1e9, pick: 'any' },
  { id: 'amount', type: 'number', expected: 30, pick: 'last' },
  { id: 'json', type: 'json', extract: 'first', required: ['order'] },
  { id: 'order', type: 'regex', pattern: '\\border\\s*#?\\d{6,}', flags: 'i' },
  { id: 'commit', type: 'regex', pattern: '[0-9a-f]{40}', expect: 'no_match' },
  { id: 'looked-up', type: 'tool_call', tool: 'lookup_order', args: { order: { matches: '^[0-9a-f]{10}$' } } },
  { id: 'not-deleted', type: 'tool_call', tool: 'delete_order', expect: 'not_called' },
];

/** 100 000 answers by ten rules, one of each kind and more: as users run it, and rule by rule without a store. */
export async function benchGrading(folder: string, traces: number, plain: Print): Promise<void> {
  const loop = path.resolve('dist/loop.js');
  if (!existsSync(loop)) throw new Error('Run `npm run build` first: the bench measures what is shipped.');
  const store = path.join(folder, 'graded', '.loop');
  const print = withSize(plain, store);
  const log = path.join(folder, 'grade-log.jsonl');
  await writeLog(log, traces);
  await run([loop, '--store', store, '--json', 'import', log, '--source', 'bench']);
  const grader = path.join(folder, 'bench.grader.yaml');
  writeFileSync(grader, JSON.stringify({ version: 1, name: 'Bench', rules }));
  for (const what of ['grade', 'grade again']) {
    const { ms, peak } = await run([loop, '--store', store, '--json', 'grade', '--grader', grader]);
    const speed = Math.round((traces / ms) * 1000);
    print(
      `${what.padEnd(20)} ${ms.toFixed(0)} ms for ${traces} answers and ${rules.length} rules (${speed}/s), peak ${peak.toFixed(0)} MB`,
    );
  }
  benchRules(plain);
}

function benchRules(print: Print): void {
  const answers = Array.from(generateRows(5000), (row) => {
    const { messages } = JSON.parse(row) as { messages: { content: string }[] };
    return messages.at(-1)?.content ?? '';
  });
  for (const rule of rules) {
    const check = compileRule(ruleSchema.parse(rule));
    const started = performance.now();
    for (const text of answers) check(answerView({ text }));
    const us = ((performance.now() - started) * 1000) / answers.length;
    print(`  ${rule.id.padEnd(18)} ${us.toFixed(1)} µs an answer`);
  }
}
