import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { build } from 'esbuild';

const root = path.resolve(import.meta.dirname, '../../..');

/** What the host registered while it was activated. */
export interface Registered {
  readonly commands: string[];
  readonly views: string[];
  readonly serializers: string[];
  readonly fileSystems: string[];
}

/** Bundles the host, activates it against a `vscode` that only takes notes, and says what it registered. */
export async function activateHost(): Promise<Registered> {
  const registered: Registered = { commands: [], views: [], serializers: [], fileSystems: [] };
  const host = (await loadHostModule('extension/main.ts', fakeVscode(registered))) as { activate?: (context: unknown) => void };
  host.activate?.({
    subscriptions: [],
    extensionUri: anything(),
    globalStorageUri: anything(),
    workspaceState: memory,
  });
  return registered;
}

/** What the host puts off until after activation is not part of what it registers. */
const never = () => undefined;

/** A file of the host, bundled and run against the `vscode` that is given. `later` runs what it puts off; nothing does unless told. */
export async function loadHostModule(
  file: string,
  vscode: unknown,
  later: (work: () => void) => unknown = never,
): Promise<unknown> {
  const bundle = await build({
    entryPoints: [path.join(root, file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['vscode'],
    logLevel: 'error',
  });
  const nodeRequire = createRequire(path.join(root, 'package.json'));
  const module = { exports: {} as unknown };
  const load = (name: string): unknown => (name === 'vscode' ? vscode : nodeRequire(name));
  const code = bundle.outputFiles[0]?.text ?? '';
  const run = compileFunction(code, ['module', 'exports', 'require', 'setImmediate']) as (...args: unknown[]) => void;
  run(module, module.exports, load, later);
  return module.exports;
}

/** What is said, with its values put in. */
export const english = {
  l10n: {
    t: (text: string, ...args: unknown[]) => args.reduce<string>((all, arg, n) => all.replaceAll(`{${n}}`, String(arg)), text),
  },
  env: { language: 'en' },
};

const memory = { get: (_key: string, fallback: unknown) => fallback, update: () => Promise.resolve() };

function fakeVscode(registered: Registered): unknown {
  const note = (list: string[]) => (id: string) => {
    list.push(id);
    return anything();
  };
  return surface({
    commands: surface({ registerCommand: note(registered.commands) }),
    window: surface({
      createTreeView: note(registered.views),
      registerWebviewPanelSerializer: note(registered.serializers),
    }),
    workspace: surface({
      registerFileSystemProvider: note(registered.fileSystems),
      getConfiguration: () => ({ get: (_key: string, fallback: unknown) => fallback }),
    }),
  });
}

/** Some members given, everything else anything. */
export function surface(members: Readonly<Record<string, unknown>>): unknown {
  return new Proxy(members, { get: (target, key): unknown => (key in target ? Reflect.get(target, key) : anything()) });
}

/** A value that can be called, made, read and awaited for ever: enough for code that only wires things together. */
function anything(): unknown {
  const self: unknown = new Proxy(function () {}, {
    get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : key === 'then' ? undefined : self),
    apply: () => self,
    construct: () => self as object,
    set: () => true,
  });
  return self;
}
