/**
 * Which documents the language features are for: by name, never by language alone (SKILL.md has a language of its own in
 * newer editors, and every other Markdown file is none of our business). `SKILL.md` counts in any case.
 */
export const rubricPatterns = {
  skill: '**/[Ss][Kk][Ii][Ll][Ll].[Mm][Dd]',
  judge: '**/*.judge.md',
  grader: '**/*.grader.{yaml,yml}',
  recipe: '**/*.dataset.{yaml,yml}',
} as const;
export type RubricKind = keyof typeof rubricPatterns;

const schemes = ['file', 'untitled'] as const;

export function documentSelector(): { scheme: string; pattern: string }[] {
  return schemes.flatMap((scheme) => Object.values(rubricPatterns).map((pattern) => ({ scheme, pattern })));
}
