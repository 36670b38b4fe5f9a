/** The front matter of a SKILL.md, found at a glance: for lists of many skills, where parsing each would be too much. */
function frontOf(text: string): string | undefined {
  return /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
}

export function nameOfSkill(text: string): string | undefined {
  return nameIn(frontOf(text) ?? '');
}

/** The `name` at the margin of a YAML text. */
export function nameIn(yaml: string): string | undefined {
  const line = /^name:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#][^\n#]*))/m.exec(yaml);
  return (line?.[1] ?? line?.[2] ?? line?.[3])?.trim() || undefined;
}

/** The front matter of an expert, whose triggers others must not share; nothing for other skills. */
export function frontOfExpert(text: string): string | undefined {
  const front = frontOf(text);
  return front !== undefined && /^type:[ \t]*["']?expert\b/im.test(front) ? front : undefined;
}
