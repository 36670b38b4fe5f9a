import type { Evidence } from '../../core/grade/evidence';
import type { Grader } from '../../core/grade/schema';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Say } from '../../core/lint/codes/say';
import type { Context } from '../../core/lint/context';
import { graderIn } from '../../core/lint/grader/parsed';
import type { Facts } from '../../core/lint/facts';
import type { Diagnosis } from '../../core/lint/finding';
import { recipeIn } from '../../core/lint/editing/inlays';
import { nameIn } from '../../core/lint/skill/name-of';
import { contextOf, diagnose } from '../../core/lint/lint';
import { fileKind } from '../../core/lint/kinds';
import { diskFiles, readDiskFacts, readDocument } from '../lint/disk';
import { loadedSkills } from '../lint/skills';
import { type Around, lookAt, type Looked } from '../lint/look';
import { rubricFiles } from '../lint/walk';
import { commitOf, committedExpert } from '../lint/committed';
import { folderOfPath, kindOfUri, pathOfUri, uriOfPath } from './places';
import type { LintSettings, Settings } from './settings';

/** The documents an editor has open. */
interface OpenDocuments {
  get(uri: string): TextDocument | undefined;
  all(): TextDocument[];
}

/** A document as it was read, and what was found once someone asked. */
interface Answer {
  readonly key: string;
  readonly context: Context;
  diagnoses: readonly Diagnosis[] | undefined;
}

/**
 * What is wrong with open documents and saved files, worked out once for each state of them. `epoch` rises whenever
 * something outside a document changed that may bear on it: settings, other files, other documents.
 */
export class Rubrics {
  private epochNow = 0;
  private readonly answers = new Map<string, Answer>();
  private skills: { epoch: number; list: ReturnType<typeof loadedSkills> } | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly documents: OpenDocuments,
    private readonly settings: Settings,
    private readonly folders: () => readonly string[],
    private readonly facts: () => Facts | undefined,
    private readonly evidence: (grader: Grader) => Promise<Evidence | undefined>,
    private readonly say: () => Say,
  ) {}

  get epoch(): number {
    return this.epochNow;
  }

  /** What an answer about this document depends on; equal while nothing has changed. */
  stateOf(document: TextDocument): string {
    const { uri, version } = document;
    const commit = commitOf(kindOfUri(uri), document.getText(), pathOfUri(uri));
    // A recipe is in error when a grader or judge it names is, also in what is being typed there.
    const others = kindOfUri(uri) === 'recipe' ? this.documents.all().filter((other) => other.uri !== uri) : [];
    return [version, this.epochNow, commit ?? '', ...others.map((other) => other.version)].join('.');
  }

  /** Something around the documents changed. */
  changed(): void {
    this.epochNow++;
    for (const listener of this.listeners) listener();
  }

  onChanged(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  /** What is wrong with a document. `undefined` when it is none of ours. */
  async diagnose(document: TextDocument): Promise<readonly Diagnosis[] | undefined> {
    const answer = await this.answer(document);
    return answer && (answer.diagnoses ??= diagnose(await this.withRecipes(await this.withEvidence(answer.context))));
  }

  /** A recipe that another one trains on leads there. */
  private async withRecipes(context: Context): Promise<Context> {
    const { facts } = context;
    const recipe = facts && recipeIn(context);
    const leaks = recipe && facts.preview(recipe)?.leaks;
    return leaks === undefined || leaks.length === 0 ? context : { ...context, recipes: await this.namedRecipes() };
  }

  private async namedRecipes(): Promise<readonly { name: string; path: string }[]> {
    const found: { name: string; path: string }[] = [];
    for (const folder of this.folders().map(pathOfUri)) {
      if (folder === undefined) continue;
      for await (const path of rubricFiles(folder)) {
        const name = fileKind(path) === 'recipe' ? nameIn(readDocument(path)?.text ?? '') : undefined;
        if (name !== undefined) found.push({ name, path });
      }
    }
    return found;
  }

  /** A grader is also compared with what people said, when there is a store. */
  private async withEvidence(context: Context): Promise<Context> {
    const grader = context.facts && graderIn(context);
    const evidence = grader && (await this.evidence(grader));
    return context.facts && evidence ? { ...context, facts: { ...context.facts, evidence } } : context;
  }

  /** A document as editing features see it. `undefined` when it is none of ours. */
  async read(document: TextDocument): Promise<Context | undefined> {
    return (await this.answer(document))?.context;
  }

  private async answer(document: TextDocument): Promise<Answer | undefined> {
    const { uri } = document;
    const kind = kindOfUri(uri);
    if (kind === undefined) return undefined;
    const settings = await this.settings.of(uri);
    const key = this.stateOf(document);
    const known = this.answers.get(uri);
    if (known?.key === key) return known;
    const path = pathOfUri(uri);
    const around =
      path === undefined ? { ...wishes(settings), facts: this.facts(), say: this.say() } : this.around(path, settings);
    const disk = path === undefined ? undefined : readDiskFacts(path);
    const text = document.getText();
    const committed = path === undefined ? undefined : await committedExpert(kind, text, path);
    const answer: Answer = {
      key,
      context: contextOf({ kind, text, path, disk, committed, ...around }),
      diagnoses: undefined,
    };
    this.answers.set(uri, answer);
    return answer;
  }

  /** A saved file that is not open. */
  async look(path: string): Promise<Looked | undefined> {
    return lookAt(path, this.around(path, await this.settings.of(this.scopeOf(path))));
  }

  /** Files that are not open share the settings of their folder: to ask for each of hundreds takes longer than to look. */
  private scopeOf(path: string): string {
    return uriOfPath(folderOfPath(path, this.folders()) ?? path);
  }

  /** A saved file as editing features see it, or what is open of it. */
  async readFile(path: string): Promise<Context | undefined> {
    const open = this.documents.get(uriOfPath(path));
    if (open) return this.read(open);
    const kind = fileKind(path);
    const document = kind && readDocument(path);
    if (!document) return undefined;
    const settings = await this.settings.of(this.scopeOf(path));
    return contextOf({ kind, path, ...document, ...this.around(path, settings) });
  }

  forget(uri: string): void {
    this.answers.delete(uri);
    this.settings.forget(uri);
  }

  private around(path: string, settings: LintSettings): Around {
    const openText = (file: string) => this.documents.get(uriOfPath(file))?.getText();
    const workspace = folderOfPath(path, this.folders());
    return {
      ...wishes(settings),
      workspace,
      files: diskFiles(openText),
      skills: this.loadedSkills(),
      facts: this.facts(),
      say: this.say(),
    };
  }

  private loadedSkills() {
    if (this.skills?.epoch !== this.epochNow) {
      const folders = this.folders()
        .map(pathOfUri)
        .filter((folder) => folder !== undefined);
      this.skills = { epoch: this.epochNow, list: loadedSkills(folders) };
    }
    return this.skills.list;
  }
}

function wishes(settings: LintSettings): Pick<Around, 'targets' | 'overrides'> {
  return { targets: settings.targets, overrides: settings.rules };
}
