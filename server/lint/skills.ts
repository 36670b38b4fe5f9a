import type { LoadedSkill } from '../../core/lint/context';
import { triggersIn } from '../../core/lint/skill/committed';
import { nameOfSkill } from '../../core/lint/skill/name-of';
import { entriesOf, readDocument } from './disk';

/** Folders of a workspace from which clients load skills; a name should be in them once. */
const scanned = ['.github/skills', '.agents/skills', '.claude/skills'] as const;

/** The skills that clients would load from these workspace folders. */
export function loadedSkills(folders: readonly string[]): LoadedSkill[] {
  const skills: LoadedSkill[] = [];
  for (const folder of folders) {
    for (const place of scanned) {
      for (const entry of entriesOf(`${folder}/${place}`)) {
        const path = `${folder}/${place}/${entry.name}/SKILL.md`;
        const text = entry.isDirectory() ? readDocument(path)?.text : undefined;
        if (text !== undefined) skills.push({ name: nameOfSkill(text) ?? entry.name, path, triggers: triggersIn(text) });
      }
    }
  }
  return skills;
}
