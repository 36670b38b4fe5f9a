import { l10n, Uri, window, workspace } from 'vscode';
import { skillText, type Template } from './templates';

/** Opens a new file with a working example in it, named so that the checks already apply; saving it is up to the user. */
export async function createRubric({ name, text }: Template, place?: Uri): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const target = place ?? (folder ? Uri.joinPath(folder, await freeName(folder, name)) : Uri.file(name));
  const uri = target.with({ scheme: 'untitled' });
  const editor = await window.showTextDocument(await workspace.openTextDocument(uri));
  if (editor.document.getText() === '') await editor.edit((edit) => edit.insert(editor.selection.start, text));
}

/** A skill is a folder with a SKILL.md of its name. */
export async function newSkill(): Promise<void> {
  const name = await window.showInputBox({
    title: l10n.t('New Skill'),
    prompt: l10n.t('Name of the skill and of its folder: a–z, 0–9 and -'),
    value: 'my-skill',
    validateInput: (text) =>
      /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text) && text.length <= 64 ? undefined : l10n.t('Use a–z, 0–9 and single - between them'),
  });
  const folder = workspace.workspaceFolders?.[0]?.uri;
  if (name === undefined) return;
  const place = `${await skillsFolder(folder)}/${name}/SKILL.md`;
  await createRubric({ name: folder ? place : 'SKILL.md', text: skillText(name) }, folder && Uri.joinPath(folder, place));
}

/** Where clients look for skills; the first of these folders that is there, else the one most of them read. */
async function skillsFolder(folder: Uri | undefined): Promise<string> {
  for (const place of ['.agents/skills', '.github/skills', '.claude/skills', 'skills']) {
    if (folder && (await isThere(Uri.joinPath(folder, place)))) return place;
  }
  return '.agents/skills';
}

function isThere(uri: Uri): Thenable<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** `rules.grader.yaml`, or with the first number that is not taken. */
async function freeName(folder: Uri, name: string): Promise<string> {
  const dot = name.indexOf('.');
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
    if (!(await isThere(Uri.joinPath(folder, candidate)))) return candidate;
  }
}
