import { eachRow } from './assemble';
import { messagesField } from './base';
import type { Dialect } from './draft';
import { isFields } from './fields';
import { readJudgedRow } from './judged';
import { isMessageList } from './messages';

/** `{messages: [{role, content, tool_calls?}], tools?, …}` or a bare list of messages on each line. */
export const openaiChat: Dialect = {
  id: 'openai-chat',
  title: 'Chat messages (OpenAI and alike)',
  whole_file: false,
  detect: (value) => (isFields(value) ? messagesField(value) !== undefined : isMessageList(value)),
  read: eachRow((row, options, sink) => readJudgedRow('openai-chat', row, options, sink)),
};
