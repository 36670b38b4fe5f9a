import type { Target } from '../targets';

export type KeyType = 'text' | 'boolean' | 'number' | 'map' | 'list' | 'text or list' | 'text or map';

export interface SkillKey {
  readonly type: KeyType;
  /** Who reads it (RUBRICS §1.5). */
  readonly clients: readonly Target[];
}

const spec: readonly Target[] = ['agentskills', 'vscode', 'claude', 'codex', 'gemini', 'opencode', 'cursor', 'surogates'];
const claude: readonly Target[] = ['claude'];
const platform: readonly Target[] = ['surogates'];

/** The keys of SKILL.md that some client reads. */
export const skillKeys: Readonly<Record<string, SkillKey>> = {
  name: { type: 'text', clients: spec },
  description: { type: 'text', clients: spec },
  license: { type: 'text or map', clients: ['agentskills', 'vscode', 'opencode', 'cursor'] },
  compatibility: { type: 'text or map', clients: ['agentskills', 'vscode', 'opencode', 'cursor'] },
  metadata: { type: 'map', clients: ['agentskills', 'vscode', 'claude', 'codex', 'opencode', 'cursor', 'surogates'] },
  'allowed-tools': { type: 'text or list', clients: ['agentskills', 'claude'] },
  'disallowed-tools': { type: 'text or list', clients: claude },
  'argument-hint': { type: 'text', clients: ['vscode', 'claude'] },
  arguments: { type: 'text or list', clients: claude },
  when_to_use: { type: 'text', clients: claude },
  'user-invocable': { type: 'boolean', clients: ['vscode', 'claude'] },
  'disable-model-invocation': { type: 'boolean', clients: ['agentskills', 'vscode', 'claude', 'cursor'] },
  model: { type: 'text', clients: ['claude', 'surogates'] },
  effort: { type: 'text', clients: claude },
  context: { type: 'text', clients: ['vscode', 'claude'] },
  background: { type: 'boolean', clients: claude },
  agent: { type: 'text', clients: claude },
  hooks: { type: 'map', clients: claude },
  paths: { type: 'text or list', clients: claude },
  shell: { type: 'text', clients: claude },
  type: { type: 'text', clients: platform },
  status: { type: 'text', clients: platform },
  expert_status: { type: 'text', clients: platform },
  trigger: { type: 'text or list', clients: platform },
  triggers: { type: 'text or list', clients: platform },
  base_model: { type: 'text', clients: platform },
  endpoint: { type: 'text', clients: platform },
  adapter: { type: 'text', clients: platform },
  generation: { type: 'map', clients: platform },
  tools: { type: 'text or list', clients: platform },
  max_iterations: { type: 'number', clients: platform },
  examples: { type: 'text or list', clients: platform },
  requires_tools: { type: 'text or list', clients: platform },
  requires_toolsets: { type: 'text or list', clients: platform },
  fallback_for_tools: { type: 'text or list', clients: platform },
  fallback_for_toolsets: { type: 'text or list', clients: platform },
  platforms: { type: 'text or list', clients: platform },
  tags: { type: 'text or list', clients: platform },
};

/** Spellings seen in published files, and what they were meant to be. */
export const misspelt: Readonly<Record<string, string>> = {
  'user-invokable': 'user-invocable',
  invocable: 'user-invocable',
  allowed_tools: 'allowed-tools',
  disallowed_tools: 'disallowed-tools',
  argumentHint: 'argument-hint',
  argument_hint: 'argument-hint',
  disable_model_invocation: 'disable-model-invocation',
  user_invocable: 'user-invocable',
  'when-to-use': 'when_to_use',
};
