import * as z from 'zod';
import * as r from '../results';
import { attributes, longestRetention, none, op } from './operation';

const importOptions = z.object({
  /** Absolute paths of files or folders. */
  paths: z.array(z.string()).min(1),
  source: z.string(),
  labels: z.array(z.string()).default([]),
  attributes: attributes.default({}),
  /** Our field → the file's column. */
  mapping: z.record(z.string(), z.string()).default({}),
  scale: z.object({ low: z.number(), high: z.number() }).optional(),
  /** Absent: imports never expire. */
  retention_days: z.number().int().min(1).max(longestRetention).optional(),
});

/** How conversations come in. */
export const intakeOperations = {
  'import.preview': op({
    summary: 'Read files and say what an import would do, writing nothing',
    params: importOptions.partial({ source: true }),
    result: r.importPreview,
    changes: false,
    long: true,
  }),
  'import.run': op({
    summary: 'Import conversations from files',
    params: importOptions,
    result: r.importResult,
    changes: true,
    again: true,
    long: true,
  }),
  'source.list': op({
    summary: 'Sources, and which are being recorded',
    params: none,
    result: z.array(r.sourceRow),
    changes: false,
  }),
  'source.switch': op({
    summary: 'Switch recording of a source on or off',
    params: z.object({
      source: z.string(),
      recording: z.boolean(),
      /** Null: for ever. Absent: 30 for a source that is switched on; one that is switched off keeps what it had. */
      retention_days: z.number().int().min(1).max(longestRetention).nullable().optional(),
    }),
    result: r.sourceRow,
    changes: true,
  }),
  record: op({
    summary: 'Record conversations into sources that are on',
    /**
     * Rows as they come from the caller: `{source, messages | prompt + completion, model?, request_id?, labels? …}`, each
     * as an object or as its JSON text. Only text keeps integers beyond 2^53 in calls that are given as objects.
     */
    params: z.object({ rows: z.array(z.unknown()) }),
    result: z.array(r.recordResult),
    changes: true,
    again: true,
  }),
} as const;
