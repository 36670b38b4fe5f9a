import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import path from 'node:path';

/**
 * Turns places in the bundle into places in the sources, with the map that lies beside it. The extension host writes
 * stacks its own way, so Node's source-map support does not reach them.
 */
export function stackMapper(bundle: string): (stack: string) => string {
  const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')) as SourceMapPayload);
  const name = bundle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return (stack) =>
    stack.replace(new RegExp(`${name}:(\\d+):(\\d+)`, 'g'), (place, line: string, column: string) => {
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return place;
      return `${path.resolve(path.dirname(bundle), entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    });
}
