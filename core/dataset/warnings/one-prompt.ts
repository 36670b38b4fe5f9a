import { percentOf, type WarningRule } from './warning';

const share = 0.2;

/** Several rows of one place in one conversation are no repetition; other conversations with the same prompt are. */
export const onePrompt: WarningRule = {
  code: 'one_prompt',
  check({ rows, prompts }) {
    const common = prompts.rows
      .map((count, number) => ({ count, number }))
      .filter(({ count, number }) => (prompts.items[number] ?? 0) > 1 && count > share * rows.length)
      .sort((a, b) => b.count - a.count);
    const [first] = common;
    if (!first) return undefined;
    const percent = percentOf(first.count, rows.length);
    const numbers = new Set(common.map(({ number }) => number));
    return {
      args: { percent, rows: first.count },
      message: `${percent} % of the rows share one prompt: the model learns that one by heart.`,
      concerns: (row) => numbers.has(row.prompt),
    };
  },
};
