import { memberOf, readJson, type JsonNode } from '../../lib/json-text';
import { withNames } from './shapes';
import { withTools } from './tools-column';

/** A first line that shows loaders what the one before it showed: names that make JSON columns, and a column of tools. */
export function firstLine(was: string, now: string): string {
  const [before, after] = [read(was), read(now)];
  if (!before || !after) return now;
  const tools = memberOf(before, 'tools');
  const showed = tools?.kind === 'string' && tools.value === '[]';
  const text = showed && !memberOf(after, 'tools') ? withTools(now, { tools_at: 0 }, textForm, true) : now;
  const names = before.kind === 'object' ? before.members.filter(({ value }) => isNamed(value)).map(({ key }) => key) : [];
  return names.length > 0 ? withNames(text, names) : text;
}

const textForm = { as_text: true, must_show: true };

/** Whether the first message of a column has its role as its name, which is what `withNames` gives it. */
function isNamed(column: JsonNode): boolean {
  const first = column.kind === 'array' ? column.items[0] : undefined;
  if (!first) return false;
  const [name, role] = [memberOf(first, 'name'), memberOf(first, 'role')];
  return name?.kind === 'string' && role?.kind === 'string' && name.value === role.value;
}

/** Lines are ours, but calls in them may be nested deeper than our reader goes. */
function read(line: string): JsonNode | undefined {
  try {
    return readJson(line);
  } catch {
    return undefined;
  }
}
