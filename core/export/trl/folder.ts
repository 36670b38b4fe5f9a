import type { Method } from '../../dataset/recipe';
import { cardText, type ExportNotes } from '../card';
import { nextSteps } from '../next-steps';
import type { ExportInput } from '../target';
import { rewardFile } from './reward-file';
import { settingsText } from './settings';

/** What settings and words of a folder are made of. */
export interface FolderFacts {
  readonly train_rows: number;
  readonly test_rows: number;
  /** Characters of the longest row, JSON included. */
  readonly longest_chars: number;
  readonly batch_size: number;
  readonly weights: { readonly desirable: number; readonly undesirable: number };
  readonly shape: 'completion' | 'messages';
}

/** The files beside the data. */
export function folderTexts(input: ExportInput, facts: FolderFacts, made: ExportNotes): { path: string; text: string }[] {
  const { method } = input.dataset.recipe;
  const files = { 'train.jsonl': facts.train_rows, ...(facts.test_rows > 0 ? { 'test.jsonl': facts.test_rows } : {}) };
  return [
    { path: `${method}.yaml`, text: settingsText(method, input.folder, facts) },
    ...(method === 'grpo' ? [{ path: 'reward.py', text: rewardFile }] : []),
    { path: 'card.json', text: cardText('trl', input, files, made) },
    { path: 'next_steps.md', text: nextSteps(input, files, made, trainSteps(method)) },
  ];
}

function trainSteps(method: Method): string[] {
  return [
    '## Train',
    '',
    'From inside this folder:',
    '',
    '```sh',
    'pip install "trl>=1.13" "datasets>=4.7"',
    `trl ${method} --config ${method}.yaml`,
    '```',
    '',
    `Before that, set \`model_name_or_path\` in \`${method}.yaml\` to the model you train.`,
    ...(method === 'grpo'
      ? ['', '`reward.py` works out the rewards. Read its first lines: a judge needs to be told where its model is.']
      : []),
  ];
}
