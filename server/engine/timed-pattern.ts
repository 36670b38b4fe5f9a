import { createContext, Script } from 'node:vm';
import type { TimedPattern } from '../../core/grade/kind';

/** Milliseconds a pattern may take on one answer. */
const longest = 100;

/** A pattern for the JavaScript engine, which some texts make slow without end: it is stopped when its time is up. */
export function timedPattern(pattern: string, flags: string): TimedPattern {
  const place: { re: RegExp; text: string } = { re: new RegExp(pattern, flags), text: '' };
  const context = createContext(place);
  const script = new Script('re.test(text)');
  return (text) => {
    place.text = text;
    try {
      return script.runInContext(context, { timeout: longest }) === true;
    } catch (error) {
      if (isTimeout(error)) return undefined;
      throw error;
    }
  };
}

/** The error comes from the world the pattern runs in, so it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
