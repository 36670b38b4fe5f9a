import type { Disposable } from 'vscode';
import { commands, extensions, l10n, Uri, window, workspace } from 'vscode';
import type { Host } from '../host';

const yamlExtension = 'redhat.vscode-yaml';

/** Which files each schema is for. */
const patterns: Readonly<Record<string, readonly string[]>> = {
  'grader.schema.json': ['*.grader.yaml', '*.grader.yml'],
  'judge.schema.json': ['*.judge.yaml', '*.judge.yml'],
  'dataset.schema.json': ['*.dataset.yaml', '*.dataset.yml'],
};

type Schemas = Readonly<Record<string, unknown>>;

/**
 * Tells the YAML extension of our schemas when a person wants that: unasked, each mistake would be underlined twice. The
 * schemas are copied to a place that does not change with the version, and anew after each update.
 */
export function registerSchemas(host: Host): Disposable {
  const folder = Uri.joinPath(host.context.globalStorageUri, 'schemas');
  const shipped = Uri.joinPath(host.context.extensionUri, 'dist');
  const copy = async () => {
    for (const name of Object.keys(patterns))
      await workspace.fs.copy(Uri.joinPath(shipped, name), Uri.joinPath(folder, name), { overwrite: true });
  };
  const inUse = () => Object.keys(patterns).some((name) => Uri.joinPath(folder, name).toString() in current());
  setImmediate(() => {
    if (inUse()) void copy().catch(host.fail);
  });
  return host.command('loop.rubrics.use_schemas', async () => {
    if (!extensions.getExtension(yamlExtension)) return suggestExtension();
    await copy();
    const ours = Object.entries(patterns).map(([name, globs]) => [Uri.joinPath(folder, name).toString(), globs] as const);
    await write({ ...current(), ...Object.fromEntries(ours) });
    const undo = l10n.t('Undo');
    const text = l10n.t('The YAML extension checks graders and recipes by their schemas now, beside what is said here.');
    if ((await window.showInformationMessage(text, undo)) !== undo) return;
    const addresses = new Set(ours.map(([address]) => address));
    await write(Object.fromEntries(Object.entries(current()).filter(([address]) => !addresses.has(address))));
  });
}

/** What the user has set for all workspaces: the place of the schemas is this computer’s own. */
function current(): Schemas {
  return workspace.getConfiguration('yaml').inspect<Schemas>('schemas')?.globalValue ?? {};
}

async function write(schemas: Schemas): Promise<void> {
  await workspace.getConfiguration('yaml').update('schemas', schemas, true);
}

async function suggestExtension(): Promise<void> {
  const show = l10n.t('Show It');
  const text = l10n.t('The YAML extension is not installed. Graders and recipes are checked without it.');
  if ((await window.showInformationMessage(text, show)) === show)
    await commands.executeCommand('workbench.extensions.search', yamlExtension);
}
