/** The `name` of a SKILL.md, read at a glance: for lists of many skills, where parsing each would be too much. */
export function nameOfSkill(text: string): string | undefined {
  const front = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  const line = front === undefined ? null : /^name:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#][^\n#]*))/m.exec(front);
  return (line?.[1] ?? line?.[2] ?? line?.[3])?.trim() || undefined;
}
