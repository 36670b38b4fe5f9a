import { env, Uri, workspace } from 'vscode';

let translations: Promise<Record<string, string>> | undefined;

/** The views' words in the editor's language; what is missing stays English. */
export function viewStrings(extension: Uri): Promise<Record<string, string>> {
  translations ??= readStrings(Uri.joinPath(extension, 'l10n', `webview.${env.language}.json`));
  return translations;
}

async function readStrings(file: Uri): Promise<Record<string, string>> {
  if (env.language.startsWith('en')) return {};
  try {
    return JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file))) as Record<string, string>;
  } catch {
    // No translation into this language is shipped.
    return {};
  }
}
