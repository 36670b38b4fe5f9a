import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LintFiles } from '../../../core/lint/context';
import { decodeDocument, type DiskFacts } from '../../../core/lint/encoding';
import type { Diagnosis } from '../../../core/lint/finding';
import { fileKind, type FileKind } from '../../../core/lint/kinds';
import { lint } from '../../../core/lint/lint';

export const root = path.resolve(__dirname, '../../..');
export const folder = path.join(root, 'test/fixtures/lint');

export interface Fixture {
  readonly kind: FileKind;
  readonly text: string;
  readonly path: string;
  readonly disk?: DiskFacts;
}

export function readFixture(file: string): Fixture {
  const kind = fileKind(file);
  if (kind === undefined) throw new Error(`${file} is no rubric file`);
  return { kind, path: file, ...decodeDocument(readFileSync(file)) };
}

/** Every rubric file among the fixtures. */
export function fixtureFiles(): Fixture[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => fileKind(name) !== undefined).map((name) => readFixture(path.join(folder, name)));
}

/** `file, expected codes` of an EXPECT.tsv, its header left out. */
export function expectations(file: string): string[][] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}

export const realFiles: LintFiles = {
  kindOf: (file) => (existsSync(file) ? (statSync(file).isDirectory() ? 'folder' : 'file') : undefined),
  list: (name) => (existsSync(name) ? readdirSync(name) : []),
  read: (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined),
};

/** What is said about a file on disk. */
export function lintFile(file: string): Diagnosis[] {
  return lint({ ...readFixture(file), files: realFiles, workspace: root });
}

/** What is said about a text, by code, in the order of the text. */
export function codesOf(kind: FileKind, text: string, more: Partial<Parameters<typeof lint>[0]> = {}): string[] {
  return lint({ kind, text, ...more }).map((diagnosis) => diagnosis.code);
}

/** A SKILL.md with these lines between name and description, nothing else to complain of. */
export function skill(lines: string, body = '# Steps\n\nDo the thing.\n'): string {
  return `---\nname: sample\ndescription: Sorts the mail of a day. Use when the user asks for a tidy inbox.\n${lines}---\n${body}`;
}

/** A grader with these rules, indented as list items. */
export function grader(rules: string, more = ''): string {
  return `version: 1\nname: Sample\n${more}rules:\n${rules}`;
}

/** A judge with these dimensions and instructions, nothing else to complain of. */
export function judge({ keys = '', dimensions = '', body = '' }: { keys?: string; dimensions?: string; body?: string }): string {
  const usual = '  - key: accuracy\n    description: Every statement is true.\n    scale: boolean\n';
  return `---\nversion: 1\nname: Sample\ndimensions:\n${dimensions || usual}selection: { label: billing }\n${keys}---\n${body || 'Score the accuracy of each reply. Length is not quality.\n'}`;
}

/** A recipe with these lines. */
export function recipe(lines: string): string {
  return `version: 1\nname: Sample\nmethod: sft\n${lines}`;
}
