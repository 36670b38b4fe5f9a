import type { Method } from '../../dataset/recipe';
import { cardText, type ExportNotes } from '../card';
import { nextSteps } from '../next-steps';
import type { ExportInput, FolderText, WrittenRows } from '../target';
import { batchSize, ktoWeights } from './kto-order';
import { rewardFile } from './reward-file';
import { settingsText } from './settings';

/** What the settings of a folder are made of. */
export interface FolderFacts {
  readonly test_rows: number;
  readonly longest_chars: number;
  readonly batch_size: number;
  readonly weights: { readonly desirable: number; readonly undesirable: number };
  readonly shape: RowShape;
}

export type RowShape = 'completion' | 'messages';

export function shapeOf(options: ExportInput['options']): RowShape {
  return options['shape'] === 'messages' ? 'messages' : 'completion';
}

/** The files beside the data. */
export function folderTexts(input: ExportInput, rows: WrittenRows, made: ExportNotes): FolderText[] {
  const { method } = input.dataset.recipe;
  const { train_rows, holdout_rows, longest_chars, desirable } = rows;
  const files = { 'train.jsonl': train_rows, ...(holdout_rows > 0 ? { 'test.jsonl': holdout_rows } : {}) };
  const facts = {
    test_rows: holdout_rows,
    longest_chars,
    batch_size: batchSize(train_rows),
    weights: ktoWeights(desirable, train_rows - desirable),
    shape: shapeOf(input.options),
  };
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
