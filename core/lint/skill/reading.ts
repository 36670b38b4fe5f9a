import type { Target } from '../targets';

/** How a client reads a key, where it is not just read (RUBRICS §1.5, §1.7). In a reader's words. */
type Notes = Readonly<Record<string, Partial<Readonly<Record<Target, string>>>>>;

const required = 'required';
const folder = 'optional: else the folder’s name';

export const readingNotes: Notes = {
  name: {
    agentskills: required,
    vscode: 'recommended',
    claude: folder,
    codex: folder,
    gemini: required,
    opencode: required,
    cursor: required,
    surogates: required,
  },
  description: {
    agentskills: required,
    vscode: 'recommended',
    claude: 'recommended, listed up to 1536 characters',
    codex: required,
    gemini: required,
    opencode: required,
    cursor: required,
    surogates: required,
  },
  license: { vscode: 'text or map' },
  compatibility: { vscode: 'text or map' },
  metadata: { agentskills: 'texts only', codex: 'its `short-description`', surogates: 'its `hermes` too' },
  'allowed-tools': { agentskills: 'experimental', claude: 'list too' },
  'user-invocable': { vscode: 'once `user-invokable`', claude: '`yes` and `no` too' },
  'disable-model-invocation': { agentskills: 'in its guide for clients', claude: '`yes` and `no` too' },
  model: { claude: 'alias, id or `inherit`' },
  context: { vscode: 'behind a setting' },
  base_model: { surogates: 'old name' },
};

/** The keys VS Code's own check of SKILL.md looks at (RUBRICS §1.4). It came with this version. */
export const checkedByEditor: ReadonlySet<string> = new Set([
  'name',
  'description',
  'argument-hint',
  'user-invocable',
  'disable-model-invocation',
  'license',
  'compatibility',
  'metadata',
  'context',
]);
export const editorCheckSince = '1.109 (January 2026)';

/** When it was last looked up who reads what. Clients change: what is older than a year wants looking at again. */
export const knownAsOf = 'November 2026';

/** Every note, for whoever puts them into other languages. */
export function allNotes(): readonly string[] {
  return [...new Set(Object.values(readingNotes).flatMap((notes) => Object.values(notes)))];
}
