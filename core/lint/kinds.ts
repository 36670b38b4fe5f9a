/** The four kinds of files people write by hand. */
export const fileKinds = ['skill', 'judge', 'grader', 'recipe'] as const;
export type FileKind = (typeof fileKinds)[number];

const patterns: Readonly<Record<FileKind, RegExp>> = {
  skill: /(?:^|\/)skill\.md$/i,
  judge: /\.judge\.md$/i,
  grader: /\.grader\.ya?ml$/i,
  recipe: /\.dataset\.ya?ml$/i,
};

/** Told by name alone: editors give these files different languages. */
export function fileKind(path: string): FileKind | undefined {
  const slashed = path.replaceAll('\\', '/');
  return fileKinds.find((kind) => patterns[kind].test(slashed));
}

/** Markdown with front matter, as against plain YAML. */
export function hasFrontMatter(kind: FileKind): boolean {
  return kind === 'skill' || kind === 'judge';
}
