import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import MarkdownIt from 'markdown-it';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { URI } from 'vscode-uri';
import type { FileKind } from '../../core/lint/kinds';
import { lint } from '../../core/lint/lint';
import type { Print } from './main';
import { ms, p95, timed, typed } from './typing';

/** What other editors check these files with. The newer versions of both need a newer Node. */
const packages = ['yaml-language-server@1', 'vscode-markdown-languageservice@0.4'] as const;
const folder = path.join(tmpdir(), 'loop-bench-services');

type Texts = Readonly<Record<'grader' | 'judge' | 'skill', string>>;

/** The same edits and the same workspace through the services other editors use, installed for this once. */
export async function benchBeside(
  say: Print,
  texts: Texts,
  workspace: { readonly folder: string; readonly files: readonly string[] },
): Promise<void> {
  if (!installed(say)) return;
  const yaml = await yamlService();
  const markdown = await markdownService(workspace.folder);
  const own = (kind: FileKind) => {
    for (const text of typed(texts[kind as keyof Texts], 'w')) lint({ kind, text, path: `/w/x/${kind}` });
    return p95(
      typed(texts[kind as keyof Texts], 'z').map((text) => timed(() => void lint({ kind, text, path: `/w/x/${kind}` }))),
    );
  };
  for (const [kind, name, service] of [
    ['grader', 'yaml-language-server, syntax alone', yaml],
    ['judge', 'vscode-markdown-languageservice, links alone', markdown],
    ['skill', 'vscode-markdown-languageservice, links alone', markdown],
  ] as const) {
    // A name of its own for each text: what is known of a file is not asked for again.
    const place = (name: string, i: number) => path.join(workspace.folder, `${name}-${kind}-${i}.md`);
    for (const [i, text] of typed(texts[kind], 'w').entries()) await service(place('warm', i), text);
    const times: number[] = [];
    for (const [i, text] of typed(texts[kind], 'z').entries())
      times.push(await timedAsync(() => service(place('typed', i), text)));
    say(`the ${kind} through ${name}: p95 ${ms(p95(times))}; ours, all rules: ${ms(own(kind))}`);
  }
  const all = await timedAsync(async () => {
    for (const file of workspace.files) await markdown(file, readFileSync(file, 'utf8'));
  });
  say(`${workspace.files.length} SKILL.md through vscode-markdown-languageservice, links alone: ${ms(all)} of work`);
}

function installed(say: Print): boolean {
  const there = packages.every((name) => existsSync(path.join(folder, 'node_modules', name.replace(/@\d.*$/, ''))));
  if (there) return true;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  try {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    execFileSync(npm, ['install', '--silent', '--no-audit', '--no-fund', ...packages], { cwd: folder, stdio: 'ignore' });
    return true;
  } catch {
    say(`${packages.join(' and ')} could not be installed: not compared`);
    return false;
  }
}

async function loaded(file: string): Promise<unknown> {
  return import(pathToFileURL(path.join(folder, 'node_modules', file)).href);
}

type Service = (file: string, text: string) => Promise<unknown>;

async function yamlService(): Promise<Service> {
  const library = (await loaded('yaml-language-server/out/server/src/languageservice/yamlLanguageService.js')) as {
    getLanguageService(options: object): {
      configure(settings: object): void;
      doValidation(document: TextDocument, isKubernetes: boolean): Promise<unknown[]>;
    };
  };
  const quiet = { log: () => undefined, error: () => undefined, warn: () => undefined, info: () => undefined };
  const service = library.getLanguageService({
    schemaRequestService: () => Promise.reject(new Error('no network')),
    workspaceContext: { resolveRelativePath: (relative: string) => relative },
    connection: { console: quiet, window: { showErrorMessage: quiet.log }, onRequest: quiet.log, sendNotification: quiet.log },
    yamlSettings: {},
    telemetry: { send: quiet.log, sendError: quiet.log, sendTrack: quiet.log },
  });
  service.configure({ validate: true, schemas: [], customTags: [] });
  let n = 0;
  return (_, text) => service.doValidation(TextDocument.create(`file:///w/x${n++}.yaml`, 'yaml', 1, text), false);
}

/** As VS Code sets it up: markdown-it for tokens, the file system for links. */
async function markdownService(root: string): Promise<Service> {
  const library = (await loaded('vscode-markdown-languageservice/out/index.js')) as {
    createLanguageService(init: object): {
      computeDiagnostics(document: TextDocument, options: object, token: object): Promise<unknown[]>;
    };
    githubSlugifier: object;
  };
  const parser = new MarkdownIt({ html: true });
  const never = () => ({ dispose: () => undefined });
  const open = (uri: URI) => {
    const text = existsSync(uri.fsPath) ? readFileSync(uri.fsPath, 'utf8') : undefined;
    return Promise.resolve(text === undefined ? undefined : TextDocument.create(uri.toString(), 'markdown', 1, text));
  };
  const service = library.createLanguageService({
    workspace: {
      workspaceFolders: [URI.file(root)],
      onDidChangeMarkdownDocument: never,
      onDidCreateMarkdownDocument: never,
      onDidDeleteMarkdownDocument: never,
      getAllMarkdownDocuments: () => Promise.resolve([]),
      hasMarkdownDocument: () => false,
      openMarkdownDocument: open,
      stat: (uri: URI) => {
        const stat = statSync(uri.fsPath, { throwIfNoEntry: false });
        return Promise.resolve(stat && { isDirectory: stat.isDirectory() });
      },
      readDirectory: (uri: URI) =>
        Promise.resolve(
          readdirSync(uri.fsPath, { withFileTypes: true }).map((entry) => [entry.name, { isDirectory: entry.isDirectory() }]),
        ),
    },
    parser: {
      slugifier: library.githubSlugifier,
      tokenize: (document: TextDocument) => Promise.resolve(parser.parse(document.getText(), {})),
    },
    logger: { level: 0, log: () => undefined },
  });
  const options = {
    validateReferences: 'warning',
    validateFragmentLinks: 'warning',
    validateFileLinks: 'warning',
    validateMarkdownFileLinkFragments: 'warning',
    validateUnusedLinkDefinitions: 'warning',
    validateDuplicateLinkDefinitions: 'warning',
    ignoreLinks: [],
  };
  const token = { isCancellationRequested: false, onCancellationRequested: never };
  let version = 0;
  return (file, text) =>
    service.computeDiagnostics(TextDocument.create(URI.file(file).toString(), 'markdown', ++version, text), options, token);
}

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
