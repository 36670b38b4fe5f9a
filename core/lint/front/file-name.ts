import type { Rule } from '../context';
import { baseName, folderOf } from '../paths';

/** FM017: `skill.md` is not `SKILL.md` for Codex, Gemini and VS Code. */
export const fileName: Rule = function* ({ kind, path, lines }) {
  const name = baseName(path);
  if (kind !== 'skill' || path === undefined || name === undefined || name === 'SKILL.md') return;
  yield {
    code: 'FM017',
    args: { name },
    span: lines.line(0),
    fixes: () => [
      {
        title: 'rename_file',
        args: { name: 'SKILL.md' },
        edits: [],
        rename: { from: path, to: `${folderOf(path)}/SKILL.md` },
      },
    ],
  };
};
