import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnosis } from '../../core/lint/finding';
import { lint } from '../../core/lint/lint';
import { diskFiles, readDiskFacts } from '../lint/disk';
import { loadedSkills } from '../lint/skills';
import { type Around, lookAt, type Looked } from '../lint/look';
import { folderOfPath, kindOfUri, pathOfUri, uriOfPath } from './places';
import type { LintSettings, Settings } from './settings';

/** The documents an editor has open. */
interface OpenDocuments {
  get(uri: string): TextDocument | undefined;
  all(): TextDocument[];
}

interface Answer {
  readonly key: string;
  readonly diagnoses: readonly Diagnosis[];
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
  ) {}

  get epoch(): number {
    return this.epochNow;
  }

  /** What an answer about this document depends on; equal while nothing has changed. */
  stateOf({ uri, version }: TextDocument): string {
    // A recipe is in error when a grader or judge it names is, also in what is being typed there.
    const others = kindOfUri(uri) === 'recipe' ? this.documents.all().filter((other) => other.uri !== uri) : [];
    return [version, this.epochNow, ...others.map((other) => other.version)].join('.');
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

  /** `undefined` when the document is none of ours. */
  async diagnose(document: TextDocument): Promise<readonly Diagnosis[] | undefined> {
    const { uri } = document;
    const kind = kindOfUri(uri);
    if (kind === undefined) return undefined;
    const settings = await this.settings.of(uri);
    const key = this.stateOf(document);
    const known = this.answers.get(uri);
    if (known?.key === key) return known.diagnoses;
    const path = pathOfUri(uri);
    const around = path === undefined ? wishes(settings) : this.around(path, settings);
    const disk = path === undefined ? undefined : readDiskFacts(path);
    const diagnoses = lint({ kind, text: document.getText(), path, disk, ...around });
    this.answers.set(uri, { key, diagnoses });
    return diagnoses;
  }

  /** A saved file that is not open. */
  async look(path: string): Promise<Looked | undefined> {
    return lookAt(path, this.around(path, await this.settings.of(uriOfPath(path))));
  }

  forget(uri: string): void {
    this.answers.delete(uri);
    this.settings.forget(uri);
  }

  private around(path: string, settings: LintSettings): Around {
    const openText = (file: string) => this.documents.get(uriOfPath(file))?.getText();
    const workspace = folderOfPath(path, this.folders());
    return { ...wishes(settings), workspace, files: diskFiles(openText), skills: this.loadedSkills() };
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
