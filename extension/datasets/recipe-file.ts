import path from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import type { Document } from 'yaml';
import { Problem } from '../../core/lib/problem';
import type { RecipeFile, RecipeInput } from '../../core/dataset/recipe';
import { slug } from './wizard/state';

/** A recipe as its file has it; its paths, which are relative to the file, are absolute here. */
export interface ReadRecipe {
  readonly recipe: RecipeInput;
  readonly exports: NonNullable<RecipeFile['exports']>;
}

/** Reads a `*.dataset.yaml` as it stands in the editor or on disk. */
export async function readRecipe(uri: Uri): Promise<ReadRecipe> {
  const { LineCounter, parseDocument } = await import('yaml');
  const { recipe, recipeFile } = await import('../../core/dataset/recipe');
  const file = workspace.asRelativePath(uri);
  const text = (await workspace.openTextDocument(uri)).getText();
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const [broken] = document.errors;
  if (broken) {
    throw new Problem('recipe_invalid', { file, reason: broken.code, line: lines.linePos(broken.pos[0]).line });
  }
  const parsed = recipeFile.safeParse(valueOf(document, file));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = document.getIn(issue?.path ?? [], true);
    const offset = typeof at === 'object' && at !== null && 'range' in at && Array.isArray(at.range) ? Number(at.range[0]) : 0;
    const reason = `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim();
    throw new Problem('recipe_invalid', { file, reason, line: lines.linePos(offset).line });
  }
  const { slice, exports = [], graders, judge, ...rest } = parsed.data;
  const place = (named: string): string => path.resolve(path.dirname(uri.fsPath), named);
  const files = { ...(graders ? { graders: graders.map(place) } : {}), ...(judge === undefined ? {} : { judge: place(judge) }) };
  return {
    // The recipe's own schema leaves out what belongs to the file: its version and where to export.
    recipe: recipe.strip().parse({ ...rest, ...files, ...(slice ? { slice } : {}) }),
    exports: exports.map((one) => ({ ...one, path: place(one.path) })),
  };
}

/** Aliases are refused: a few of them can unfold to gigabytes, and a recipe needs none. */
function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw new Problem('recipe_invalid', { file, reason: l10n.t('aliases are not allowed'), line: 1 });
  }
}

/** Asks where to keep a recipe, writes it and opens it. A file that is there keeps its comments and where it exports to. */
export async function saveRecipe(recipe: RecipeInput): Promise<Uri | undefined> {
  const { recipeText } = await import('../../core/dataset/recipe-text');
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${slug(recipe.name)}.dataset.yaml`;
  // The dialog asks before it takes a file that is there.
  const uri = await window.showSaveDialog({
    title: l10n.t('Save as Recipe File'),
    filters: { [l10n.t('Recipes')]: ['dataset.yaml', 'yaml'] },
    ...(folder ? { defaultUri: Uri.joinPath(folder, name) } : {}),
  });
  if (!uri) return undefined;
  await workspace.fs.writeFile(uri, new TextEncoder().encode(recipeText(recipe, await textAt(uri))));
  await window.showTextDocument(uri);
  return uri;
}

/** What the file holds, unsaved changes in an editor included; undefined when there is none. */
async function textAt(uri: Uri): Promise<string | undefined> {
  try {
    await workspace.fs.stat(uri);
  } catch {
    return undefined;
  }
  return (await workspace.openTextDocument(uri)).getText();
}
