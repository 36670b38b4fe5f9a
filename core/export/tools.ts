import { printJson, readJson, type JsonNode } from '../lib/json-text';
import type { ToolDefinition } from '../trace/model';
import { arrayText, objectText, stringText } from './json-line';
import { Refusal } from './tally';

/** Tool definitions as the JSON text of OpenAI's list; undefined when there are none, for an empty list prints boilerplate. */
export function toolsText(tools: readonly ToolDefinition[] | undefined): string | undefined | Refusal {
  if (!tools?.length) return undefined;
  const items: string[] = [];
  for (const tool of tools) {
    const parameters = parametersText(tool.parameters);
    if (parameters instanceof Refusal) return parameters;
    const description = tool.description === undefined ? undefined : stringText(tool.description);
    const definition = objectText({ name: stringText(tool.name), description, parameters });
    items.push(objectText({ type: '"function"', function: definition }));
  }
  return arrayText(items);
}

function parametersText(text: string | undefined): string | undefined | Refusal {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    const node = readJson(text);
    return node.kind === 'object' ? printJson(withoutRepeats(node)) : new Refusal('invalid_tool_definition');
  } catch (error) {
    if (error instanceof SyntaxError) return new Refusal('invalid_tool_definition');
    throw error;
  }
}

/** Keeps the last of members with one name: repeated keys fail a whole file. */
function withoutRepeats(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(withoutRepeats) };
  if (node.kind !== 'object') return node;
  const last = new Map(node.members.map((m) => [m.key, withoutRepeats(m.value)]));
  return { kind: 'object', members: [...last].map(([key, value]) => ({ key, value })) };
}
