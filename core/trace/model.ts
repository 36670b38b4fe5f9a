import * as z from 'zod';

/** The roles a message may have. Dialects' own names are mapped on import. */
export const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

export const textPart = z.object({ type: z.literal('text'), text: z.string() });
/** Anything that is not text. `bytes` is the size of inline data; the data itself is never kept. */
export const mediaPart = z.object({
  type: z.enum(['image', 'audio', 'file', 'other']),
  url: z.string().optional(),
  media_type: z.string().optional(),
  name: z.string().optional(),
  bytes: z.number().int().nonnegative().optional(),
});
export const part = z.union([textPart, mediaPart]);

/** `arguments` is the raw JSON text as recorded: big integers and key order survive. */
export const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });

export const message = z.object({
  role: z.enum(roles),
  content: z.union([z.string(), z.array(part)]),
  reasoning: z.string().optional(),
  tool_calls: z.array(toolCall).optional(),
  tool_call_id: z.string().optional(),
  name: z.string().optional(),
  at: z.string().optional(),
  error: z.string().optional(),
});

/** A tool definition as offered to the model; `parameters` is a JSON Schema kept as raw JSON text. */
export const toolDefinition = z.object({
  name: z.string(),
  description: z.string().optional(),
  parameters: z.string().optional(),
});

export const traceFlags = z.object({
  /** Reasons found in the log (for example `policy.denied`) why this trace should not be trained on. */
  tainted: z.array(z.string()).optional(),
  prompt_missing: z.boolean().optional(),
  truncated: z.boolean().optional(),
});

export const traceMeta = z.object({
  usage: z.object({ input_tokens: z.number().optional(), output_tokens: z.number().optional() }).optional(),
  finish_reason: z.string().optional(),
  latency_ms: z.number().optional(),
  error: z.string().optional(),
  parent: z.string().optional(),
  /** Scalars the log carried beside the conversation; strings are redacted. */
  extra: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

export const origin = z.object({
  kind: z.enum(['captured', 'imported']),
  file: z.string().optional(),
  /** 1-based line of the first record of this conversation. */
  line: z.number().int().positive().optional(),
});

/**
 * One recorded conversation and the answer under review (LOOP §1).
 * `turn` everywhere is an index into `messages`; `answer_turn` is the last assistant turn, -1 when there is none
 * (a `reference` row has a question and a gold answer only). Times are ISO 8601 UTC with milliseconds.
 */
export const trace = z.object({
  id: z.string(),
  source: z.string(),
  origin,
  request_id: z.string().optional(),
  model: z.string().optional(),
  captured_at: z.string(),
  recorded_at: z.string(),
  messages: z.array(message),
  answer_turn: z.number().int(),
  tools: z.array(toolDefinition).optional(),
  /** Labels and attributes the trace arrived with; later changes are acts in the log. */
  labels: z.array(z.string()),
  attributes: z.record(z.string(), z.string()),
  meta: traceMeta,
  task_key: z.string().optional(),
  flags: traceFlags,
});

export type TextPart = z.infer<typeof textPart>;
export type MediaPart = z.infer<typeof mediaPart>;
export type Part = z.infer<typeof part>;
export type ToolCall = z.infer<typeof toolCall>;
export type ToolDefinition = z.infer<typeof toolDefinition>;
export type Message = z.infer<typeof message>;
export type Trace = z.infer<typeof trace>;
export type Role = Message['role'];
