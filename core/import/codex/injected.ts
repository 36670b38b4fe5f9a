/** A user text of a session, taken apart. */
export interface SortedPrompt {
  /** What the client put in: folded away. */
  readonly injected: string | undefined;
  /** What was typed. */
  readonly typed: string | undefined;
}

const beginnings = [
  ...['<environment_context>', '<user_instructions>', '<turn_aborted>', '<user_shell_command>', '<skill>'],
  ...['# AGENTS.md instructions', '<INSTRUCTIONS>'],
];
const request = '## My request for Codex:';

/**
 * Tells what a person typed from what the client put in. `typed` are the texts the session's events name as typed; a
 * session without such events is judged by how its texts begin.
 */
export function sortPrompt(text: string, typed: ReadonlySet<string>): SortedPrompt {
  const plain = text.trim();
  const at = plain.startsWith('# Context from my IDE setup') ? plain.lastIndexOf(request) : -1;
  if (at >= 0) return { injected: plain.slice(0, at).trim(), typed: plain.slice(at + request.length).trim() };
  if (typed.has(plain)) return { injected: undefined, typed: text };
  if (beginnings.some((beginning) => plain.startsWith(beginning))) return { injected: text, typed: undefined };
  return typed.size > 0 ? { injected: text, typed: undefined } : { injected: undefined, typed: text };
}
