import type { Context } from './context';

const inYaml = /(?:^|[ \t])#[ \t]*loop-disable[ \t]+([A-Z0-9 ,\t]+)/gm;
const inBody = /<!--\s*loop-disable\s+([A-Z0-9 ,\t]+?)\s*-->/g;

/** Codes switched off by the file itself: `# loop-disable SKL106` in YAML, `<!-- loop-disable SKL304 -->` in a body. */
export function disabledCodes({ text, front, yaml }: Context): ReadonlySet<string> {
  const codes = new Set<string>();
  if (!text.includes('loop-disable')) return codes;
  const take = (part: string, pattern: RegExp) => {
    for (const match of part.matchAll(pattern)) for (const code of (match[1] ?? '').split(/[ ,\t]+/)) if (code) codes.add(code);
  };
  if (yaml) take(text.slice(yaml.span.start, yaml.span.end), inYaml);
  if (front?.state === 'found') take(text.slice(front.body.start), inBody);
  return codes;
}
