import type { Method } from '../../dataset/recipe';

/** How the files are uploaded and a job is started. */
export function openaiSteps(method: Method, hasValidation: boolean): string[] {
  const kind = method === 'dpo' ? 'dpo' : 'supervised';
  const validation = hasValidation ? ', "validation_file": "file-VALIDATION"' : '';
  const files = hasValidation ? ['train', 'validation'] : ['train'];
  return [
    '## Train',
    '',
    'OpenAI takes new jobs from few organisations only, and from none after 2027-01-06. Azure, Together and Fireworks take',
    'the same rows; Azure wants a byte order mark at the beginning of each file.',
    '',
    'From inside this folder:',
    '',
    '```sh',
    ...files.map(
      (file) =>
        `curl https://api.openai.com/v1/files -H "Authorization: Bearer $OPENAI_API_KEY" -F purpose=fine-tune -F file=@${file}.jsonl`,
    ),
    'curl https://api.openai.com/v1/fine_tuning/jobs -H "Authorization: Bearer $OPENAI_API_KEY" -H "Content-Type: application/json" \\',
    `  -d '{"model": "gpt-4.1-mini-2025-04-14", "training_file": "file-TRAIN"${validation}, "method": {"type": "${kind}"}}'`,
    '```',
    '',
    'Put the ids that the uploads answer with in place of `file-TRAIN`' + (hasValidation ? ' and `file-VALIDATION`.' : '.'),
  ];
}
