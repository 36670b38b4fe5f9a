import { RE2JS } from 're2js';

/**
 * A pattern for untrusted text, in the linear engine: no input makes it slow. `i`, `m` and `s` mean what they mean in
 * JavaScript; `u` is how the engine always reads text. @throws when the engine does not know the pattern
 */
export function compilePattern(pattern: string, flags = ''): RE2JS {
  let bits = RE2JS.LOOKBEHINDS;
  if (flags.includes('i')) bits |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes('m')) bits |= RE2JS.MULTILINE;
  if (flags.includes('s')) bits |= RE2JS.DOTALL;
  return RE2JS.compile(pattern, bits);
}
