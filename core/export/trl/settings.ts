import type { Method } from '../../dataset/recipe';
import type { FolderFacts } from './folder';

/** Characters a token stands for, on the low side, so that rows are not cut. */
const charsPerToken = 3;
const shortest = 1024;
const longest = 32_768;

/** Names a model that any machine can load; everyone trains their own. */
const model = 'Qwen/Qwen3-0.6B';

/** The settings file of `trl <method> --config`, to be started from inside the folder. */
export function settingsText(method: Method, folder: string, facts: FolderFacts): string {
  const lines = [
    '# The model that gave these answers, or the one that shall give better ones.',
    `model_name_or_path: ${model}`,
    // `.` is taken for a name on the Hub, so the folder is named from the one above it.
    '# This folder, seen from itself: change it when you rename the folder.',
    `dataset_name: ${JSON.stringify(`../${folder}`)}`,
    // Beside this folder: what a trainer writes must not lie among the data.
    `output_dir: ${JSON.stringify(`../${folder}-model`)}`,
    'num_train_epochs: 1',
    `eval_strategy: ${facts.test_rows > 0 ? 'epoch' : "'no'"}`,
    'report_to: none',
    ...methodLines[method](facts),
  ];
  return `${lines.join('\n')}\n`;
}

type Lines = (facts: FolderFacts) => string[];

const methodLines: Readonly<Record<Method, Lines>> = {
  sft: (facts) => [
    'learning_rate: 2.0e-5',
    ...lengthLines(facts),
    ...(facts.shape === 'messages'
      ? [
          '# Every assistant message in these conversations was found right, and only those are trained.',
          'assistant_only_loss: true',
        ]
      : ['# Only the reviewed answer is trained, not the conversation before it.', 'completion_only_loss: true']),
  ],
  dpo: (facts) => ['learning_rate: 1.0e-6', 'beta: 0.1', ...lengthLines(facts)],
  kto: ({ batch_size, weights, ...facts }) => [
    'learning_rate: 1.0e-6',
    'beta: 0.1',
    ...lengthLines(facts),
    '# Rows are compared with their neighbour in a batch: no batch may be left with a single row.',
    `per_device_train_batch_size: ${batch_size}`,
    '# Make up for unequal numbers of good and bad answers.',
    `desirable_weight: ${decimal(weights.desirable)}`,
    `undesirable_weight: ${decimal(weights.undesirable)}`,
  ],
  grpo: () => [
    'learning_rate: 1.0e-6',
    'reward_funcs:',
    '  - reward.loop_reward',
    'num_generations: 8',
    'per_device_train_batch_size: 8',
    'max_completion_length: 1024',
  ],
};

function lengthLines({ longest_chars }: Pick<FolderFacts, 'longest_chars'>): string[] {
  const tokens = Math.ceil(longest_chars / charsPerToken / 256) * 256;
  return [
    `# Longer rows are cut. The longest one here has ${longest_chars} characters.`,
    `max_length: ${Math.min(longest, Math.max(shortest, tokens))}`,
  ];
}

/** YAML floats need a point: `1` would be an integer. */
function decimal(value: number): string {
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
