import { datasetStrings } from './strings/dataset';
import { importStrings } from './strings/import';
import { sharedStrings } from './strings/shared';
import { traceStrings } from './strings/trace';

/**
 * Every text of the screens, in English, by key. The host's language bundles replace them key by key; `{name}` is
 * filled in, and `.one`/`.other` (in other languages also `.few`, `.many` …) are chosen by a count.
 */
export const strings = { ...sharedStrings, ...traceStrings, ...datasetStrings, ...importStrings } as const;
export type StringKey = keyof typeof strings;
