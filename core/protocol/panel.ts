import * as z from 'zod';
import { answer } from '../log/events';
import { operations, type Method } from './operations';

/**
 * The messages between the host and the webviews: two small unions per view, parsed by whoever receives them.
 * A view reaches the engine only through `call`, and only the operations on its list.
 *
 * The host's page has `<body data-view="trace">` (or `dataset`, `import`), `<div id="app"></div>`, links to
 * `dist/codicon.css` and `dist/webview.css` and, with a nonce, the script `dist/webview.js`. The view says `ready`, the host answers `start`
 * and then `show`; both may come again (a reload of the view, another trace in the same panel).
 */
export const views = ['trace', 'dataset', 'import'] as const;
export type View = (typeof views)[number];

const queue = operations['trace.open'].params.shape.queue.unwrap();
export type Queue = z.input<typeof queue>;

/**
 * What a key or a palette command does in the trace panel, with its default keys as VS Code writes them. The manifest
 * binds each under `loop.review.<name>`; the help overlay prints this table. `choice_1` … `choice_9` take a recent
 * reason for the last Down. While a text field has the caret the view keeps every plain key to itself, and there it
 * handles Escape and Ctrl/Cmd+Enter too.
 */
export const traceCommands = {
  up: ['u'],
  down: ['d'],
  fix: ['c'],
  gold: ['g'],
  skip: ['s'],
  note: ['n'],
  /** Puts the caret where a reason for the last verdict is typed. */
  reason: ['r'],
  label: ['l'],
  attribute: ['a'],
  next_message: ['j'],
  previous_message: ['k'],
  next_trace: ['right', '.'],
  previous_trace: ['left', ','],
  choice_1: ['1'],
  choice_2: ['2'],
  choice_3: ['3'],
  choice_4: ['4'],
  choice_5: ['5'],
  choice_6: ['6'],
  choice_7: ['7'],
  choice_8: ['8'],
  choice_9: ['9'],
  /** Opens a field for another answer to the same question. */
  candidate: ['w'],
  /** Puts the other answers beside the recorded one; a choice then is the best of them. */
  compare: ['v'],
  tie: ['0'],
  /** Makes the message in view the answer under review. */
  judge_turn: ['t'],
  open_origin: ['o'],
  copy_id: ['y'],
  side: ['i'],
  search: ['ctrl+f'],
  save: ['ctrl+enter'],
  leave: ['escape'],
  undo: ['ctrl+z'],
  redo: ['ctrl+shift+z'],
  help: ['shift+/'],
} as const satisfies Record<string, readonly string[]>;
/** Opens the filter of Review from the panel: the host's own, so no command of the panel. */
export const filterKey = '/';
export type TraceCommand = keyof typeof traceCommands;
export const traceCommandNames = Object.keys(traceCommands) as [TraceCommand, ...TraceCommand[]];

/** The operations each view may call; the host refuses every other one, and parses the parameters itself. */
export const calls = {
  trace: [
    'trace.open',
    'trace.window',
    'trace.part',
    'trace.facts',
    'queue.next',
    'feedback.up',
    'feedback.down',
    'feedback.correct',
    'feedback.gold',
    'feedback.skip',
    'feedback.note',
    'feedback.pick',
    'feedback.reason',
    'feedback.undo',
    'feedback.redo',
    'feedback.reasons',
    'candidate.add',
    'label.add',
    'label.remove',
    'label.list',
    'attribute.set',
    'attribute.list',
  ],
  dataset: ['dataset.report', 'dataset.list', 'dataset.samples', 'dataset.compare', 'export.targets', 'export.verify'],
  /** The host puts its own `paths` in place of the view's: only files the user chose are read. */
  import: ['import.preview', 'import.run', 'source.list', 'label.list'],
} as const satisfies Record<View, readonly Method[]>;
export type CallOf<V extends View> = (typeof calls)[V][number];

export function mayCall(view: View, method: string): method is Method {
  return (calls[view] as readonly string[]).includes(method);
}

// ── host → view ────────────────────────────────────────────────────────────────────────────────────────────────────

const strings = z.record(z.string(), z.string());
const start = <S extends z.ZodType>(settings: S) =>
  z.object({
    type: z.literal('start'),
    /** BCP 47, for numbers and dates. */
    locale: z.string(),
    /** Translations by the keys of `webview/strings.ts`; a missing key stays English. */
    strings,
    settings,
  });

/** The answer to a `call`. `message` is the problem's sentence in the user's language; it never holds trace text. */
const result = z.discriminatedUnion('ok', [
  z.object({ type: z.literal('result'), id: z.number().int(), ok: z.literal(true), value: z.unknown() }),
  z.object({
    type: z.literal('result'),
    id: z.number().int(),
    ok: z.literal(false),
    problem: z.object({ code: z.string(), message: z.string() }),
  }),
]);
const progress = z.object({
  type: z.literal('progress'),
  id: z.number().int(),
  done: z.number(),
  total: z.number().optional(),
  unit: z.enum(['rows', 'bytes', 'traces', 'files']),
});
const change = z.object({
  traces: z.array(z.string()).readonly().optional(),
  all_traces: z.boolean().optional(),
  labels: z.boolean().optional(),
  sources: z.boolean().optional(),
  datasets: z.boolean().optional(),
});
/** The engine's `Change`, passed on as it is. */
const changed = z.object({ type: z.literal('changed'), change });

export const traceSettings = z.object({
  auto_advance: z.boolean(),
  /** Others' verdicts, scores and the model stay hidden until one has given one's own. */
  blind: z.boolean(),
  /** The name one's own acts carry. */
  reviewer: z.string(),
  /** Key names are shown the Mac way. */
  mac: z.boolean(),
});
export type TraceSettings = z.infer<typeof traceSettings>;

const showTrace = z.object({
  type: z.literal('show'),
  /** Null: nothing waits in this queue. */
  trace: z.string().nullable(),
  queue,
  /** The answer under review, when it is not the last one. */
  turn: z.number().int().optional(),
});

export const toTraceView = z.union([
  start(traceSettings),
  showTrace,
  z.object({ type: z.literal('command'), name: z.enum(traceCommandNames) }),
  changed,
  result,
  progress,
]);
export type ToTraceView = z.infer<typeof toTraceView>;

export const toDatasetView = z.union([
  start(z.object({})),
  /** `compared_with`: another build to show the differences from. */
  z.object({ type: z.literal('show'), dataset: z.string(), compared_with: z.string().optional() }),
  changed,
  result,
  progress,
]);
export type ToDatasetView = z.infer<typeof toDatasetView>;

export const toImportView = z.union([
  start(z.object({})),
  z.object({
    type: z.literal('show'),
    paths: z.array(z.string()).min(1),
    /** Proposed name, for example from the file's. */
    source: z.string(),
    labels: z.array(z.string()).default([]),
  }),
  changed,
  result,
  progress,
]);
export type ToImportView = z.infer<typeof toImportView>;

// ── view → host ────────────────────────────────────────────────────────────────────────────────────────────────────

const call = z.object({
  type: z.literal('call'),
  id: z.number().int(),
  method: z.string(),
  params: z.unknown(),
  /** Send `progress` while it runs. */
  progress: z.boolean().optional(),
});
const common = [
  /** The view listens; answer with `start` and `show`. */
  z.object({ type: z.literal('ready') }),
  call,
  /** Stop the call of this id; its result then is the `cancelled` problem. */
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
  /** The view's window got or lost the focus: the context key that guards the keys. */
  z.object({ type: z.literal('focus'), focused: z.boolean() }),
  /** A failure inside the view. Goes to the log; never holds trace text. */
  z.object({ type: z.literal('failed'), what: z.string().max(2000) }),
] as const;

/** The host shows the target and asks before it opens anything; other schemes do not even parse. */
const openLink = z.object({ type: z.literal('open_link'), url: z.url({ protocol: /^https?$/ }).max(8192) });
const copy = z.object({ type: z.literal('copy'), text: z.string().max(1_000_000) });

export const fromTraceView = z.discriminatedUnion('type', [
  ...common,
  openLink,
  copy,
  /** What the panel shows now, for its title and the tree's selection. Null: the queue is empty. */
  z.object({ type: z.literal('showing'), trace: z.string().nullable(), title: z.string().max(200) }),
  /** Open the file this trace came from at its line. The host looks the place up itself. */
  z.object({ type: z.literal('open_origin'), trace: z.string() }),
  /** Go on in a document of the editor, beside the answer as it was recorded. `typed`: what stands in the field already. */
  z.object({
    type: z.literal('open_draft'),
    trace: z.string(),
    turn: z.number().int(),
    gold: z.boolean(),
    typed: answer.optional(),
  }),
  z.object({ type: z.literal('run'), name: z.enum(['import', 'build', 'filter', 'ask_model']) }),
]);
export type FromTraceView = z.infer<typeof fromTraceView>;

export const fromDatasetView = z.discriminatedUnion('type', [
  ...common,
  copy,
  z.object({ type: z.literal('open_trace'), trace: z.string() }),
  /** Show the traces behind a number in Review; `part` as in `dataset.traces`. */
  z.object({ type: z.literal('open_part'), dataset: z.string(), part: z.string() }),
  z.object({ type: z.literal('open_dataset'), dataset: z.string() }),
  /** Show an export's folder, named by its id; the host looks the path up itself. */
  z.object({ type: z.literal('reveal_export'), dataset: z.string(), export: z.string() }),
  z.object({ type: z.literal('run'), name: z.enum(['build', 'export']), dataset: z.string() }),
]);
export type FromDatasetView = z.infer<typeof fromDatasetView>;

export const fromImportView = z.discriminatedUnion('type', [
  ...common,
  /** Open one of the chosen files at a line: a refused row. */
  z.object({ type: z.literal('open_file'), file: z.string(), line: z.number().int() }),
  /** The dialog is over. `review`: show the imported traces. */
  z.object({ type: z.literal('close'), review: z.boolean(), source: z.string().optional() }),
  z.object({ type: z.literal('run'), name: z.enum(['choose_files']) }),
]);
export type FromImportView = z.infer<typeof fromImportView>;

/** What the webview keeps over hide and reload, and the serializer gets: ids and switches, never conversation text. */
export const traceState = z.object({
  view: z.literal('trace'),
  trace: z.string().nullable(),
  turn: z.number().int().optional(),
  queue: queue.optional(),
  side: z.boolean().default(true),
});
export type TraceState = z.infer<typeof traceState>;

export const datasetTabs = ['overview', 'samples', 'pipeline', 'repository'] as const;
export const datasetState = z.object({
  view: z.literal('dataset'),
  dataset: z.string(),
  tab: z.enum(datasetTabs).default('overview'),
});
export type DatasetState = z.infer<typeof datasetState>;

/** Paths are the user's own and short-lived: an import dialog is not restored. */
export const importState = z.object({ view: z.literal('import') });
