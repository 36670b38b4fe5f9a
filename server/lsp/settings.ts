import * as z from 'zod';
import type { Connection } from 'vscode-languageserver/node';
import { defaultTargets, type Target, targets } from '../../core/lint/targets';

/** What a workspace wishes of the rules. */
export interface LintSettings {
  readonly targets: readonly Target[];
  readonly rules: Readonly<Record<string, string>>;
}

export const defaultSettings: LintSettings = { targets: defaultTargets, rules: {} };

/** Settings are written by hand: what is not understood counts as not set. */
const section = z.object({
  skills: z
    .object({ targets: z.array(z.enum(targets)).catch([...defaultTargets]) })
    .partial()
    .optional()
    .catch(undefined),
  rules: z.record(z.string(), z.string()).optional().catch(undefined),
});

export function parseSettings(value: unknown): LintSettings {
  const parsed = section.safeParse(value);
  if (!parsed.success) return defaultSettings;
  const { skills, rules } = parsed.data;
  return { targets: skills?.targets ?? defaultTargets, rules: rules ?? {} };
}

/** Settings by document, asked of the client once until they change. */
export class Settings {
  private readonly known = new Map<string, Promise<LintSettings>>();

  constructor(
    private readonly connection: Connection,
    private readonly canAsk: () => boolean,
  ) {}

  of(uri: string): Promise<LintSettings> {
    if (!this.canAsk()) return Promise.resolve(defaultSettings);
    const known = this.known.get(uri);
    if (known) return known;
    const asked = this.connection.workspace
      .getConfiguration({ scopeUri: uri, section: 'loop' })
      .then(parseSettings, () => defaultSettings);
    this.known.set(uri, asked);
    return asked;
  }

  forget(uri?: string): void {
    if (uri === undefined) this.known.clear();
    else this.known.delete(uri);
  }
}
