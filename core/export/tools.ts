import { printJson, readJson } from '../lib/json-text';
import type { ToolDefinition } from '../trace/model';
import { arrayText, objectText, stringText } from './json-line';
import { Refusal, type Tally } from './tally';
import { sound } from './arguments';

/** Tool definitions as the JSON text of OpenAI's list; undefined when there are none, for an empty list prints boilerplate. */
export function toolsText(tools: readonly ToolDefinition[] | undefined, notes: Tally): string | undefined | Refusal {
  if (!tools?.length) return undefined;
  const items: string[] = [];
  for (const tool of tools) {
    const parameters = parametersText(tool.parameters, notes);
    if (parameters instanceof Refusal) return parameters;
    const description = tool.description === undefined ? undefined : stringText(tool.description);
    const definition = objectText({ name: stringText(tool.name), description, parameters });
    items.push(objectText({ type: '"function"', function: definition }));
  }
  return arrayText(items);
}

function parametersText(text: string | undefined, notes: Tally): string | undefined | Refusal {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    const node = readJson(text);
    return node.kind === 'object' ? printJson(sound(node, notes)) : new Refusal('invalid_tool_definition');
  } catch (error) {
    if (error instanceof SyntaxError) return new Refusal('invalid_tool_definition');
    throw error;
  }
}
