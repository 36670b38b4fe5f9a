import type { ImportPreview } from '../../../core/protocol/results';
import { plainText } from '../../../core/trace/plain';
import { clip } from '../table';
import { count, number } from '../words';

/** Messages shown of a conversation; what is before them is only counted. */
const shownMessages = 6;
const shownChars = 160;

/** What a dry run found, for people: what would be masked, in context, and the first conversations as they would be stored. */
export function previewLines({ masks, sample }: ImportPreview): string[] {
  return [
    ...section('Would be masked', masks.flatMap(maskLines)),
    ...sample.flatMap((one, n) => section(`Conversation ${n + 1}`, conversationLines(one))),
    ...(sample.length > 0 ? [''] : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

function maskLines({ kind, count: n, examples }: ImportPreview['masks'][number]): string[] {
  return [`  ${kind} ${number(n)}`, ...examples.slice(0, 2).map((example) => `    ${clip(example, shownChars)}`)];
}

function conversationLines({ messages, said }: ImportPreview['sample'][number]): string[] {
  const shown = messages.slice(-shownMessages);
  const before = messages.length - shown.length;
  return [
    ...(before > 0 ? [`  … ${count(before, 'message')} before`] : []),
    ...shown.map(({ role, content, tool_calls }) => line(role, { text: plainText(content), tool_calls })),
    ...said.map((one) => {
      const { kind, answer, reason, scores, raw_score } = one;
      const numbers = Object.entries(scores ?? {}).map(([name, score]) => `${name} ${score}`);
      const text = [reason, ...numbers, raw_score === undefined ? undefined : `${raw_score} in the file`];
      return line(`→ ${kind}`, answer ?? { text: text.filter((part) => part !== undefined).join(', ') });
    }),
  ];
}

function line(
  name: string,
  { text, tool_calls = [] }: { text: string; tool_calls?: readonly { name: string }[] | undefined },
): string {
  const calls = tool_calls.map((call) => `${call.name}(…)`);
  return `  ${name}: ${clip([text, ...calls].filter((part) => part.trim() !== '').join(' '), shownChars)}`.trimEnd();
}
