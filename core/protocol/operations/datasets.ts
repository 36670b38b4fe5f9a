import * as z from 'zod';
import { changeKinds, changeReasons } from '../../dataset/compare/reasons';
import { recipe } from '../../dataset/recipe';
import { report } from '../../dataset/report-schema';
import { splits } from '../../dataset/row';
import * as r from '../results';
import { limit, mine, none, op, pageLimit } from './operation';

/** A recipe that has no name yet: the wizard shows counts before it asks for one. */
const built = recipe.partial({ name: true });

/** Building, reading and exporting training sets. */
export const datasetsOperations = {
  'dataset.preview': op({
    summary: 'What a build would give, live',
    params: built,
    result: r.buildPreview,
    changes: false,
    long: true,
  }),
  'dataset.build': op({ summary: 'Build a dataset', params: recipe, result: r.built, changes: true, again: true, long: true }),
  'dataset.list': op({ summary: 'Built datasets, newest first', params: none, result: z.array(r.datasetRow), changes: false }),
  'dataset.report': op({
    summary: 'What a dataset is made of',
    params: z.object({ dataset: z.string() }),
    result: z.object({ ...r.datasetRow.shape, built_hash: z.string(), recipe, report }),
    changes: false,
  }),
  'dataset.samples': op({
    summary: 'Rows as a trainer would see them',
    params: z.object({
      dataset: z.string(),
      split: z.enum(splits).optional(),
      target: z.string().default('trl'),
      limit: z.number().int().min(1).max(pageLimit).default(50),
      offset: z.number().int().min(0).default(0),
      /** By a field of the rows instead of in the dataset's order: see `core/dataset/sample-order.ts`. */
      sort: z.object({ column: z.string(), descending: z.boolean().default(false) }).optional(),
    }),
    result: z.object({
      rows: z.array(z.object({ trace: z.string(), split: z.enum(splits), row: z.unknown() })),
      /** Rows of this page that the target does not take, and why. */
      refused: z.array(z.object({ trace: z.string(), split: z.enum(splits), code: z.string() })),
      /** Written and refused ones. */
      total: z.number().int(),
    }),
    changes: false,
  }),
  'dataset.traces': op({
    summary: 'The traces behind a number of the report',
    /**
     * `part`: see `core/dataset/parts.ts`; or `compare:<other build>:<in|out|changed>[:<reason>]`, the traces whose rows
     * differ from the other build's.
     */
    params: z.object({ dataset: z.string(), part: z.string(), limit, after: z.string().optional(), mine }),
    result: z.object({ rows: z.array(r.traceRow), total: z.number().int(), next: z.string().nullable() }),
    changes: false,
  }),
  'dataset.leaks': op({
    summary: 'Newest datasets of other names that train on the holdout of this one',
    params: z.object({ dataset: z.string() }),
    result: z.array(z.object({ name: z.string(), version: z.number().int(), traces: z.number().int() })),
    changes: false,
  }),
  'dataset.pin': op({
    summary: 'Keep the traces of a dataset that would expire within 30 days',
    params: z.object({ dataset: z.string() }),
    result: z.object({ pinned: z.number().int() }),
    changes: true,
  }),
  'dataset.compare': op({
    summary: 'What differs between two builds, row by row, and why',
    params: z.object({
      /** Id, name or name@version. */
      from: z.string(),
      to: z.string(),
      change: z.enum(changeKinds).optional(),
      why: z.enum(changeReasons).optional(),
      limit,
      offset: z.number().int().min(0).default(0),
    }),
    result: r.comparison,
    changes: false,
    long: true,
  }),
  'export.run': op({
    summary: 'Write a dataset as training files',
    params: z.object({
      dataset: z.string(),
      target: z.string(),
      folder: z.string(),
      options: z.record(z.string(), z.string()).default({}),
    }),
    result: r.exportResult,
    changes: true,
    again: true,
    long: true,
  }),
  'export.targets': op({
    summary: 'Export targets with their methods and options',
    params: none,
    result: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        methods: z.array(z.string()),
        options: z.array(z.object({ name: z.string(), values: z.array(z.string()), summary: z.string() })),
      }),
    ),
    changes: false,
  }),
  'export.verify': op({
    summary: 'Check exported files against the store',
    params: z.object({ dataset: z.string().optional() }),
    result: r.verifyResult,
    changes: false,
  }),
} as const;
