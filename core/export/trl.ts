import { firstLine } from './trl/first-line';
import { folderTexts } from './trl/folder';
import { TrlSession } from './trl/session';
import type { ExportTarget } from './target';

/** Hugging Face TRL: conversational rows for each of its trainers, with settings to start them. */
export const trl: ExportTarget = {
  id: 'trl',
  title: 'Hugging Face TRL',
  methods: ['sft', 'dpo', 'kto', 'grpo'],
  options: [
    {
      name: 'shape',
      values: ['completion', 'messages'],
      methods: ['sft'],
      summary: 'one prompt and one answer a row (completion), or whole conversations whose every answer was approved (messages)',
    },
  ],
  open: (input) => new TrlSession(input),
  texts: folderTexts,
  firstLine,
};
