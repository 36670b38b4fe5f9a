import { randomBytes } from 'node:crypto';
import { env, Uri, type Webview } from 'vscode';
import type { View } from '../../core/protocol/panel';

/** Folders a page may load from: the bundles and nothing else. */
export function pageRoots(extension: Uri): Uri[] {
  return [Uri.joinPath(extension, 'dist')];
}

/** The page of a view: nothing inline, nothing remote, one script with a nonce. Pictures are not fetched at all. */
export function page(webview: Webview, extension: Uri, view: View): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(extension, 'dist', name)).toString();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${env.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<link rel="stylesheet" href="${file('codicon.css')}">
<link rel="stylesheet" href="${file('webview.css')}">
</head>
<body data-view="${view}">
<div id="app"></div>
<script nonce="${nonce}" src="${file('webview.js')}"></script>
</body>
</html>`;
}
