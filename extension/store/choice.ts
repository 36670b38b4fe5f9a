import path from 'node:path';

/** Why this store: the setting, the only folder that has one, the only folder, the user's answer, or nothing else there. */
export type StoreReason = 'setting' | 'only_store' | 'only_folder' | 'chosen' | 'extension_storage';

export interface StoreChoice {
  /** Absolute path of the `.loop` folder. */
  readonly path: string;
  readonly reason: StoreReason;
}

/** What the choice depends on. Paths are absolute. */
export interface StoreWorld {
  readonly setting: string;
  readonly folders: readonly string[];
  readonly home: string;
  /** The extension's own storage folder. */
  readonly storage: string;
  /** The answer to an earlier `ask`; the empty text when that question was closed. */
  readonly remembered: string | undefined;
  hasStore(folder: string): Promise<boolean>;
  /** One of the folders, or nothing when the user closed the question. */
  ask(folders: readonly string[]): Promise<string | undefined>;
}

/** One store per window (REVIEW, Activity bar): setting, the only folder with a store, the only folder, the user's answer, own storage. */
export async function chooseStore(world: StoreWorld): Promise<StoreChoice> {
  if (world.setting.trim()) return { path: resolveSetting(world, world.setting.trim()), reason: 'setting' };
  const having: string[] = [];
  for (const folder of world.folders) if (await world.hasStore(folder)) having.push(folder);
  const choices = having.length > 0 ? having : world.folders;
  const [first, second] = choices;
  if (first && !second) return { path: storeIn(first), reason: having.length > 0 ? 'only_store' : 'only_folder' };
  if (first) {
    const remembered = choices.find((folder) => folder === world.remembered);
    const answer = remembered ?? (world.remembered === '' ? undefined : await world.ask(choices));
    if (answer) return { path: storeIn(answer), reason: 'chosen' };
  }
  return { path: storeIn(world.storage), reason: 'extension_storage' };
}

export function storeIn(folder: string): string {
  return path.join(folder, '.loop');
}

/** `~` is the home folder; a relative path is under the first folder, or under the home folder without one. */
function resolveSetting({ folders, home }: StoreWorld, setting: string): string {
  if (setting === '~' || /^~[\\/]/.test(setting)) return path.join(home, setting.slice(1));
  return path.resolve(folders[0] ?? home, setting);
}
