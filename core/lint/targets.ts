import type { LintCode } from './codes';
import { rankOf, type Severity } from './finding';

/** The clients that read SKILL.md, each with its own idea of what it may hold (RUBRICS §1.5). */
export const targets = ['agentskills', 'vscode', 'claude', 'codex', 'gemini', 'opencode', 'cursor', 'surogates'] as const;
export type Target = (typeof targets)[number];

export const defaultTargets: readonly Target[] = ['agentskills', 'vscode'];

export const clientNames: Readonly<Record<Target, string>> = {
  agentskills: 'agentskills',
  vscode: 'VS Code',
  claude: 'Claude',
  codex: 'Codex',
  gemini: 'Gemini',
  opencode: 'OpenCode',
  cursor: 'Cursor',
  surogates: 'Surogates',
};

/** Who is hurt by what a code finds. A client absent here does not mind; a code absent here concerns everyone alike. */
interface Affected {
  readonly clients: readonly Target[];
  /** Where one client weighs it otherwise than the code's table. */
  readonly by?: Partial<Readonly<Record<Target, Severity>>>;
}

const strictNames: Affected = {
  clients: ['agentskills', 'vscode', 'claude', 'opencode', 'surogates'],
  by: { surogates: 'hint' },
};
const required: Affected = {
  clients: ['agentskills', 'vscode', 'gemini', 'opencode', 'cursor', 'surogates'],
};
const shortDescription: Affected = { clients: ['agentskills', 'vscode', 'claude', 'codex', 'surogates'] };
const specOnly: Affected = { clients: ['agentskills', 'opencode'] };

const affected: Partial<Readonly<Record<LintCode, Affected>>> = {
  FM003: { clients: ['agentskills', 'vscode', 'codex', 'gemini'] },
  FM013: { clients: ['agentskills', 'gemini', 'surogates'] },
  FM014: { clients: ['agentskills'] },
  SKL100: required,
  SKL101: { clients: ['agentskills', 'claude', 'codex', 'gemini', 'opencode'] },
  SKL104: strictNames,
  SKL105: { clients: ['agentskills', 'claude', 'opencode'] },
  SKL106: { clients: ['agentskills', 'vscode', 'opencode'] },
  SKL107: { clients: ['agentskills', 'claude'] },
  SKL109: { clients: ['agentskills', 'vscode', 'claude', 'surogates'] },
  SKL120: { clients: [...required.clients, 'codex', 'claude'], by: { claude: 'warning' } },
  SKL123: shortDescription,
  SKL124: { clients: ['agentskills', 'vscode', 'claude'] },
  SKL130: { clients: ['claude'] },
  SKL140: specOnly,
  SKL142: specOnly,
  SKL143: specOnly,
  SKL144: specOnly,
  SKL145: specOnly,
  SKL146: { clients: ['agentskills'] },
  SKL147: { clients: ['agentskills'] },
  SKL151: { clients: ['agentskills', 'vscode', 'cursor'] },
};

/** How much a code weighs for these targets; `undefined`: nobody among them minds. */
export function severityFor(code: LintCode, usual: Severity, chosen: ReadonlySet<Target>): Severity | undefined {
  const entry = affected[code];
  if (!entry) return usual;
  let gravest: Severity | undefined;
  for (const client of entry.clients) {
    if (!chosen.has(client)) continue;
    const severity = entry.by?.[client] ?? usual;
    if (gravest === undefined || rankOf(severity) < rankOf(gravest)) gravest = severity;
  }
  return gravest;
}

/** ` (agentskills, Codex)`, or nothing when everyone is concerned alike. */
export function affectedSuffix(code: LintCode): string {
  const clients = affected[code]?.clients;
  return clients ? ` (${clients.map((client) => clientNames[client]).join(', ')})` : '';
}
