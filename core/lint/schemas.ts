import * as z from 'zod';
import { recipeFile } from '../dataset/recipe';
import { grader } from '../grade/schema';
import { judge } from '../judge/schema';

/** The kinds that are YAML from the first line to the last, by the end of their names. */
const kinds = {
  grader: { schema: grader, title: 'Grader' },
  judge: { schema: judge.extend({ instructions: z.string() }), title: 'Judge' },
  dataset: { schema: recipeFile, title: 'Recipe' },
} as const;

/** JSON Schemas for editors of YAML: file name → schema. A judge is one here with its instructions as a key. */
export function schemaFiles(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(kinds).map(([kind, { schema, title }]) => {
      const data = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
      return [`${kind}.schema.json`, { ...data, title }];
    }),
  );
}
