/** Nesting beyond this is refused before parsing: a recursive parser dies of it, and no hand-written file comes near. */
export const deepestNesting = 200;

/** Where a text may be nested too deeply: an upper bound told from brackets, `- ` and indentation, without parsing. */
export function tooDeepAt(text: string): number | undefined {
  return bracketsTooDeep(text) ?? linesTooDeep(text);
}

function bracketsTooDeep(text: string): number | undefined {
  let open = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 91 || unit === 123) open++;
    else if (open > 0 && (unit === 93 || unit === 125)) open--;
    if (open > deepestNesting) return i;
  }
  return undefined;
}

function linesTooDeep(text: string): number | undefined {
  const indents: number[] = [];
  const line = /^([ \t]*)((?:[-?][ \t]+)*)[^\s]/gm;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    const indent = match[1]?.length ?? 0;
    const markers = match[2] ?? '';
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    if (indents.length + markers.length / 2 > deepestNesting) return match.index;
  }
  return undefined;
}
