import * as z from 'zod';

/**
 * The custom messages between the editor and the language-server process, and between an attached process and the
 * store's owner. One request carries every operation; parameters are parsed at the door that receives them.
 */
export const wire = {
  /** Request: `{method, params, reviewer?, act_id?, progress?}` → the operation's result, or an error with `problem` data. */
  call: 'loop/call',
  /** Request by an attaching process: `{protocol}` → `{protocol}`; different numbers do not talk. */
  hello: 'loop/hello',
  /** Notification to the caller: `{token, done, total?, unit}`. */
  progress: 'loop/progress',
  /** Notification to everyone: a `Change`. */
  changed: 'loop/changed',
  /** Request by the editor once, before the first call: which store to use. */
  open: 'loop/open',
  /** Request by an editor without a store: `{open, call}` → the result of a call that changes nothing, as an empty store gives it. */
  look: 'loop/look',
  /** Request: write what is pending, let go of the store and end. */
  close: 'loop/close',
  /** Notification: the engine lost or changed its store. */
  status: 'loop/status',
} as const;

/** Raised whenever an operation or an event changes in a way that another version would misread. */
export const protocolVersion = 1;
export const helloMessage = z.object({ protocol: z.number().int() });

export const callMessage = z.object({
  method: z.string(),
  params: z.unknown(),
  reviewer: z.string().optional(),
  act_id: z.string().optional(),
  /** Progress token; absent when the caller does not care. */
  progress: z.string().optional(),
});
export type CallMessage = z.infer<typeof callMessage>;

/** The `data` of a JSON-RPC error that is a `Problem`. */
export const problemData = z.object({
  problem: z.object({ code: z.string(), args: z.record(z.string(), z.union([z.string(), z.number()])) }),
});

/** JSON-RPC error code used for every `Problem`. */
export const problemErrorCode = -32000;

export const openMessage = z.object({
  /** Absolute path of the store folder (`…/.loop`). */
  store: z.string(),
  reviewer: z.string().optional(),
  /** Workspace folders whose rubric files count; absent: the one the store lies in. */
  folders: z.array(z.string()).optional(),
  /** Every grader grades what comes in, not only those that ask for it. */
  grade_on_arrival: z.boolean().optional(),
  redaction: z
    .object({ off: z.array(z.string()), on: z.array(z.string()), patterns: z.array(z.string()), allow: z.array(z.string()) })
    .partial()
    .optional(),
});
export type OpenMessage = z.infer<typeof openMessage>;
export const lookMessage = z.object({ open: openMessage.omit({ store: true }), call: callMessage });
export type LookMessage = z.infer<typeof lookMessage>;
export const statusMessage = z.object({
  store: z.string(),
  /**
   * `waiting`: the store's last owner does not answer, and is watched to see whether it lives; `detail` names its computer.
   * `expired`: conversations reached the end of their retention and were deleted; `detail` says how many.
   */
  state: z.enum(['opening', 'waiting', 'rebuilding', 'open', 'attached', 'lost', 'expired']),
  detail: z.string().optional(),
});
