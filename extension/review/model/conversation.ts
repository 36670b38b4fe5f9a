import {
  type CancellationToken,
  type LanguageModelChat,
  LanguageModelChatMessage,
  type LanguageModelChatTool,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
} from 'vscode';
import type { Answer } from '../../../core/log/events';
import type { ShownTrace } from '../../../core/protocol/results';
import { askedAgain, type AskedMessage } from '../../../core/trace/asked';

/** Longer answers are cut here: a model that never stops must not fill the store. */
const longestAnswer = 1_000_000;

/** Why a model gave no answer: the conversation is too long for it, or it said nothing. */
export class NoAnswer extends Error {
  constructor(
    readonly why: 'too_long' | 'empty',
    readonly tokens = 0,
  ) {
    super(why);
  }
}

/** Lets the model answer the conversation's question once. */
export async function answerOf(model: LanguageModelChat, trace: ShownTrace, token: CancellationToken): Promise<Answer> {
  const asked = askedAgain(trace);
  const tokens = await model.countTokens(asked.map(({ parts }) => parts.map(textOf).join('\n')).join('\n'), token);
  if (tokens > model.maxInputTokens) throw new NoAnswer('too_long', tokens);
  const tools = toolsOf(trace);
  const response = await model.sendRequest(asked.map(messageOf), tools.length > 0 ? { tools } : {}, token);
  let text = '';
  const calls: NonNullable<Answer['tool_calls']> = [];
  for await (const part of response.stream) {
    if (part instanceof LanguageModelTextPart) text += part.value;
    else if (part instanceof LanguageModelToolCallPart)
      calls.push({ id: part.callId, name: part.name, arguments: JSON.stringify(part.input) });
    if (text.length > longestAnswer) break;
  }
  if (text.trim() === '' && calls.length === 0) throw new NoAnswer('empty');
  return { text: text.slice(0, longestAnswer), ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

function textOf(part: AskedMessage['parts'][number]): string {
  return part.type === 'call' ? `${part.name} ${JSON.stringify(part.input)}` : part.text;
}

function messageOf(asked: AskedMessage): LanguageModelChatMessage {
  if (asked.role === 'assistant') {
    return LanguageModelChatMessage.Assistant(
      asked.parts.map((part) =>
        part.type === 'text'
          ? new LanguageModelTextPart(part.text)
          : new LanguageModelToolCallPart(part.id, part.name, part.input),
      ),
    );
  }
  return LanguageModelChatMessage.User(
    asked.parts.map((part) => {
      const text = new LanguageModelTextPart(part.text);
      return part.type === 'text' ? text : new LanguageModelToolResultPart(part.id, [text]);
    }),
  );
}

/** The tools as they were offered; a definition that is no JSON Schema is offered without one. */
function toolsOf({ tools = [] }: ShownTrace): LanguageModelChatTool[] {
  return tools.map(({ name, description = '', parameters }) => {
    const inputSchema = schemaOf(parameters);
    return { name, description, ...(inputSchema ? { inputSchema } : {}) };
  });
}

function schemaOf(parameters: string | undefined): object | undefined {
  try {
    const schema: unknown = JSON.parse(parameters ?? '');
    return typeof schema === 'object' && schema !== null ? schema : undefined;
  } catch {
    return undefined;
  }
}
