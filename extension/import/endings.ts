/** Endings of files that may hold conversations; the explorer's menu has the same list. */
export const importEndings = ['jsonl', 'ndjson', 'json', 'csv', 'tsv', 'gz', 'eval', 'traj'] as const;

/** Chats in Markdown, which only their names tell from any other. */
export const chatFiles = /^(\.aider\.chat\.history|cursor_.+)\.md$/i;

/** Endings that seldom mean anything else: these come first. */
export const likelyEndings = ['jsonl', 'ndjson', 'jsonl.gz'] as const;

/** The others. */
export const possibleEndings = ['csv', 'tsv', 'json', 'csv.gz', 'tsv.gz', 'json.gz'] as const;

/** JSON that every project has and that holds no conversations. */
export const settingsFiles = /^(package(-lock)?|composer|[tj]sconfig(\..+)?|\..+|.+\.(config|schema|nls|l10n))\.json$/i;
