import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');

interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

interface Setting {
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly items?: { readonly enum?: readonly string[] };
  readonly default?: unknown;
}

/** The parts of package.json that the tests look at. */
export interface Manifest {
  readonly icon: string;
  readonly activationEvents: readonly string[];
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category?: string;
      readonly icon?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly {
      readonly command: string;
      readonly key: string;
      readonly mac?: string;
      readonly when: string;
    }[];
    readonly views: { readonly loop: readonly { readonly id: string; readonly icon: string }[] };
    readonly viewsContainers: { readonly activitybar: readonly { readonly icon: string }[] };
    readonly viewsWelcome: readonly { readonly contents: string; readonly when?: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
    readonly grammars: readonly { readonly path: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly description: string;
        readonly media: { readonly markdown: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
  readonly nls: Readonly<Record<string, string>>;
  /** A text with its `%key%` put into words. */
  words(text: string): string;
}

export function readManifest(): Manifest {
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  const nls = read('package.nls.json') as Record<string, string>;
  const words = (text: string) => text.replace(/^%(.+)%$/, (whole, key: string) => nls[key] ?? whole);
  return { ...(read('package.json') as Omit<Manifest, 'nls' | 'words'>), nls, words };
}

/** Every condition of the manifest, and the context keys the walkthrough waits for. */
export function whenClauses({ menus, keybindings, viewsWelcome, walkthroughs }: Manifest['contributes']): string[] {
  const events = walkthroughs.flatMap(({ steps }) => steps.flatMap(({ completionEvents }) => completionEvents));
  return [
    ...Object.values(menus).flatMap((items) => items.map(({ when }) => when ?? '')),
    ...keybindings.map(({ when }) => when),
    ...viewsWelcome.map(({ when }) => when ?? ''),
    ...events.filter((event) => event.startsWith('onContext:')).map((event) => event.slice('onContext:'.length)),
  ];
}

/** The text of every TypeScript file in some top folders. */
export function sourceTexts(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(root, folder, file), 'utf8')),
  );
}
