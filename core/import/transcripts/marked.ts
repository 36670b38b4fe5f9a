import type { Message } from '../../trace/model';

const marker = /(?:^|\n\n)(Human|Assistant):(?: |(?=\n\n|$))/g;

/**
 * A conversation written as one text with `\n\nHuman: ` and `\n\nAssistant: ` (hh-rlhf); undefined when it is not one.
 * Only exact markers split: a message may well hold the word "Human:". The last text may be empty.
 */
export function readTranscript(text: string): Message[] | undefined {
  const start = text.replace(/^\n+/, '');
  if (!/^(?:Human|Assistant):/.test(start)) return undefined;
  const marks = [...start.matchAll(marker)];
  if (marks.length < 2 && !start.startsWith('Human:')) return undefined;
  return marks.map((mark, i) => ({
    role: mark[1] === 'Human' ? 'user' : 'assistant',
    content: start.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? start.length),
  }));
}
