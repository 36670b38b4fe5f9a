import type { Say } from './codes/say';
import type { DiskFacts } from './encoding';
import type { Facts } from './facts';
import type { Findings } from './finding';
import type { FrontMatter } from './front-matter';
import type { FileKind } from './kinds';
import type { Lines } from './lines';
import type { Markdown } from './markdown/markdown';
import type { Target } from './targets';
import type { Yaml } from './yaml/read';
import type { YamlMap } from './yaml/tree';

/** The files around the one looked at. Paths are absolute with `/`; reads are bounded by whoever implements them. */
export interface LintFiles {
  kindOf(path: string): 'file' | 'folder' | undefined;
  /** Names in a folder; empty when it cannot be read. */
  list(folder: string): readonly string[];
  /** `undefined`: not there, not text, or too large. */
  read(path: string): string | undefined;
}

/** A skill that a client would load, as far as others have to know of it. */
export interface LoadedSkill {
  readonly name: string;
  readonly path: string;
  /** Of an expert. */
  readonly triggers?: readonly string[] | undefined;
}

/** One file to look at, and what is known around it. */
export interface LintInput {
  readonly kind: FileKind;
  readonly text: string;
  /** Absolute, with `/`. Absent for a document that was never saved: then nothing that depends on its place is said. */
  readonly path?: string | undefined;
  /** The workspace folder the file is in. */
  readonly workspace?: string | undefined;
  readonly disk?: DiskFacts | undefined;
  readonly files?: LintFiles | undefined;
  /** The skills in the scanned folders, this one included. */
  readonly skills?: readonly LoadedSkill[] | undefined;
  /** The recipes of the workspace, for findings that lead to another one. */
  readonly recipes?: readonly { readonly name: string; readonly path: string }[] | undefined;
  readonly targets?: readonly Target[] | undefined;
  /** The file as it is in the last commit. */
  readonly committed?: string | undefined;
  /** `loop.rules`: a code's severity, or `off`. */
  readonly overrides?: Readonly<Record<string, string>> | undefined;
  /** What the store knows; absent: nothing that depends on it is said. */
  readonly facts?: Facts | undefined;
  /** The reader's words; English when absent. */
  readonly say?: Say | undefined;
}

/** What rules work with. */
export interface Context extends LintInput {
  readonly say: Say;
  readonly lines: Lines;
  readonly eol: '\n' | '\r\n';
  /** Of Markdown kinds. */
  readonly front: FrontMatter | undefined;
  /** Absent when there is no front matter to read. */
  readonly yaml: Yaml | undefined;
  /** The keys; absent when the file has none that could be trusted. */
  readonly map: YamlMap | undefined;
  readonly chosen: ReadonlySet<Target>;
  /** Whether another file of ours is in error itself; `undefined` when it cannot be read. */
  readonly hasErrors: (path: string) => boolean | undefined;
  /** Parsed on first use; empty when there is no body. */
  readonly markdown: () => Markdown;
}

export type Rule = (context: Context) => Findings;
