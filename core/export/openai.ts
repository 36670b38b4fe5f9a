import { OpenaiSession, openaiTexts } from './openai/session';
import type { ExportTarget } from './target';

/** Rows for OpenAI's fine-tuning and the services that take the same: Azure, Together, Fireworks. */
export const openai: ExportTarget = {
  id: 'openai',
  title: 'OpenAI and compatible services',
  methods: ['sft', 'dpo'],
  options: [{ name: 'tool_output_chars', values: [], summary: 'cut tool results to this many characters' }],
  open: (input) => new OpenaiSession(input),
  texts: openaiTexts,
};
