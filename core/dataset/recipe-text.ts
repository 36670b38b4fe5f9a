import stringify from 'fast-json-stable-stringify';
import { Document, isMap, parseDocument } from 'yaml';
import { recipe as schema, type RecipeInput } from './recipe';

/**
 * A recipe as the text of its file. `before` is what the file holds: its comments, its order and where it exports to
 * stay, and only settings that differ are written anew. A text that is no recipe at all is replaced.
 */
export function recipeText(recipe: RecipeInput, before?: string): string {
  const document = documentOf(before);
  const wanted = new Map<string, unknown>([['version', 1], ...Object.entries(recipe).filter(([, value]) => value !== undefined)]);
  for (const key of schema.keyof().options) if (!wanted.has(key)) document.delete(key);
  const present: unknown = document.toJS({ maxAliasCount: 0 });
  const known = new Map(typeof present === 'object' && present !== null ? Object.entries(present) : []);
  for (const [key, value] of wanted) if (stringify([known.get(key)]) !== stringify([value])) document.set(key, value);
  return document.toString({ lineWidth: 0 });
}

function documentOf(text: string | undefined): Document {
  const parsed: Document | undefined = text === undefined ? undefined : parseDocument(text);
  return parsed && parsed.errors.length === 0 && isMap(parsed.contents) && !hasAliases(parsed) ? parsed : new Document({});
}

/** A recipe needs none, and a few of them can unfold to gigabytes. */
function hasAliases(document: Document): boolean {
  try {
    document.toJS({ maxAliasCount: 0 });
    return false;
  } catch {
    return true;
  }
}
