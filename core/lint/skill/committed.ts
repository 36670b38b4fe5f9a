import { readFrontMatter } from '../front-matter';
import { linesOf } from '../lines';
import { readYaml } from '../yaml/read';
import type { YamlMap } from '../yaml/tree';

/** The keys of another version of a skill; absent when it has none that could be trusted. */
export function keysOf(text: string): YamlMap | undefined {
  const front = readFrontMatter(text, linesOf(text));
  const root = front.state === 'found' ? readYaml(text, front.yaml).root : undefined;
  return root?.kind === 'map' ? root : undefined;
}
