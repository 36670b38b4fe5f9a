import { grader, type Grader } from '../../grade/schema';
import { withSchemas } from '../../grade/schema-files';
import type { Context } from '../context';
import { folderOf, joined } from '../paths';
import { parsedBy } from '../shape/parsed';

const made = new WeakMap<Context, Grader>();

/** The grader of a file, when it is in order, with the schemas it names. */
export function graderIn(context: Context): Grader | undefined {
  const known = made.get(context);
  if (known || context.kind !== 'grader' || !context.map) return known;
  const parsed = parsedBy(context, grader);
  if (!parsed?.success) return undefined;
  const { path, files } = context;
  const found = withSchemas(parsed.data, (file) => (path === undefined ? undefined : files?.read(joined(folderOf(path), file))));
  made.set(context, found);
  return found;
}
