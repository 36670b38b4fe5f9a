/** Endings of files that may hold conversations; the explorer's menu has the same list. */
export const importEndings = ['jsonl', 'ndjson', 'json', 'csv', 'tsv', 'gz'] as const;

/** Endings that seldom mean anything else: only these are looked for in the workspace. */
export const likelyEndings = ['jsonl', 'ndjson', 'jsonl.gz'] as const;
