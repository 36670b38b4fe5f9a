import { readFrontMatter } from '../front-matter';
import { linesOf } from '../lines';
import { readYaml } from '../yaml/read';
import { oneOrMore, textOf, valueOf, type YamlMap } from '../yaml/tree';
import { frontOfExpert } from './name-of';

/** The keys of another version of a skill; absent when it has none that could be trusted. */
export function keysOf(text: string): YamlMap | undefined {
  const front = readFrontMatter(text, linesOf(text));
  const root = front.state === 'found' ? readYaml(text, front.yaml).root : undefined;
  return root?.kind === 'map' ? root : undefined;
}

/** The phrases that call an expert; nothing for a skill that is none. */
export function triggersIn(text: string): readonly string[] | undefined {
  if (frontOfExpert(text) === undefined) return undefined;
  const map = keysOf(text);
  const values = ['trigger', 'triggers'].flatMap((key) => oneOrMore(valueOf(map, key)));
  return values.flatMap((node) => (textOf(node) ?? '').split(',')).filter((phrase) => phrase.trim() !== '');
}
