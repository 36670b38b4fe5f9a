import { claudeCode } from './claude-code';
import { codex } from './codex';
import { codexExec } from './codex-exec';
import type { Dialect } from './draft';
import { geminiCli } from './gemini-cli';
import { labelled } from './labelled';
import { langfuse } from './langfuse';
import { messageList } from './message-list';
import { openaiBatch } from './openai-batch';
import { openaiChat } from './openai-chat';
import { openaiPair } from './openai-pair';
import { openaiResponse } from './openai-response';
import { otel } from './otel';
import { preference } from './preference';
import { promptCompletion } from './prompt-completion';
import { reference } from './reference';
import { scored } from './scored';
import { sharegpt } from './sharegpt';

/** Every dialect that can be read, most specific first: the first that detects a row reads it. */
export const dialects: readonly Dialect[] = [
  otel,
  claudeCode,
  codex,
  codexExec,
  geminiCli,
  messageList,
  langfuse,
  openaiBatch,
  openaiPair,
  openaiResponse,
  preference,
  labelled,
  scored,
  reference,
  sharegpt,
  openaiChat,
  promptCompletion,
];
