import { commands, Disposable, l10n, Uri, window, workspace, type QuickPickItem } from 'vscode';
import * as z from 'zod';
import type { Host } from '../host';

const command = 'loop.rubrics.explain_rule';
const scheme = 'loop-rule';

/** The address a diagnostic's code leads to: the page of the rule, shown by our own command because it is on this disk. */
export function rulePage(code: string): string {
  return `command:${command}?%5B%22${code}%22%5D`;
}

/** Pages by code, as the build put them together from `docs/rules`; `README` is the list of all. */
const pagesFile = z.record(z.string(), z.string());
type Pages = z.infer<typeof pagesFile>;

interface RuleItem extends QuickPickItem {
  readonly code: string;
}

/** Explain a Rule: the page about a code, that of a diagnostic or one chosen from all. */
export function registerRulePages(host: Host): Disposable {
  let pages: Promise<Pages> | undefined;
  const read = () => (pages ??= readPages(Uri.joinPath(host.context.extensionUri, 'dist', 'rules.json')));
  return Disposable.from(
    workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: async ({ path }) => (await read())[path.replace(/\.md$/, '')] ?? '',
    }),
    host.command(command, async (arg) => {
      const known = await read();
      const code = typeof arg === 'string' && Object.hasOwn(known, arg) ? arg : (await chosen(known))?.code;
      if (code !== undefined) await commands.executeCommand('markdown.showPreview', Uri.from({ scheme, path: `${code}.md` }));
    }),
  );
}

async function readPages(file: Uri): Promise<Pages> {
  return pagesFile.parse(JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file))));
}

async function chosen(pages: Pages): Promise<RuleItem | undefined> {
  const rows = (pages['README'] ?? '').matchAll(/^\| \[(\w+)\]\([^)]*\) \| (\w+) \| (.+) \|$/gm);
  const items = [...rows].map(([, code = '', severity = '', text = '']): RuleItem => ({
    label: code,
    description: severity,
    detail: text.replaceAll('`', ''),
    code,
  }));
  return window.showQuickPick(items, { placeHolder: l10n.t('Which rule?'), matchOnDetail: true });
}
