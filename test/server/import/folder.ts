import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own for one test; `free` takes it away. */
export interface TestFolder {
  readonly path: string;
  /** Writes a file and answers its path. */
  file(name: string, content: string | Uint8Array): string;
  free(): void;
}

export function testFolder(): TestFolder {
  const path = mkdtempSync(join(tmpdir(), 'loop-import-'));
  return {
    path,
    file(name, content) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    free: () => rmSync(path, { recursive: true, force: true }),
  };
}
