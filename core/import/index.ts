import { atif } from './atif';
import { chatApps } from './chat-apps';
import { chatreplay } from './chatreplay';
import { claudeCode } from './claude-code';
import { codex } from './codex';
import { codexExec } from './codex-exec';
import { copilotEvents } from './copilot-events';
import type { Dialect } from './draft';
import { editorChat } from './editor-chat';
import { geminiCli } from './gemini-cli';
import { inspect } from './inspect';
import { labelled } from './labelled';
import { langfuse } from './langfuse';
import { messageList } from './message-list';
import { oasst } from './oasst';
import { openaiBatch } from './openai-batch';
import { openaiChat } from './openai-chat';
import { openaiPair } from './openai-pair';
import { openaiResponse } from './openai-response';
import { openhands } from './openhands';
import { otel } from './otel';
import { preference } from './preference';
import { promptCompletion } from './prompt-completion';
import { arena } from './public-sets/arena';
import { glaive } from './public-sets/glaive';
import { helpsteer } from './public-sets/helpsteer';
import { ultrafeedback } from './public-sets/ultrafeedback';
import { xlam } from './public-sets/xlam';
import { reference } from './reference';
import { braintrust } from './runs/braintrust';
import { langfuseObservations } from './runs/langfuse-observations';
import { langsmith } from './runs/langsmith';
import { mlflow } from './runs/mlflow';
import { weave } from './runs/weave';
import { scored } from './scored';
import { sharegpt } from './sharegpt';
import { aider } from './transcripts/aider';
import { cursor } from './transcripts/cursor';

/** Every dialect that can be read, most specific first: the first that detects a row reads it. */
export const dialects: readonly Dialect[] = [
  otel,
  editorChat,
  chatreplay,
  claudeCode,
  codex,
  codexExec,
  geminiCli,
  copilotEvents,
  atif,
  openhands,
  inspect,
  langsmith,
  weave,
  braintrust,
  mlflow,
  langfuseObservations,
  chatApps,
  oasst,
  aider,
  cursor,
  arena,
  helpsteer,
  ultrafeedback,
  xlam,
  glaive,
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
