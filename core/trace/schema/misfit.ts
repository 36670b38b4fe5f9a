/** Names of keys, and numbers of items. */
export type CallPath = readonly (string | number)[];

/** In which way arguments are not what a tool's definition allows. */
export const misfitKinds = [
  'missing',
  'unknown',
  'type',
  'value',
  /** None of several sets of keys is whole. */
  'either',
  /** None of several forms fits. */
  'choice',
  /** More than one form fits where exactly one may. */
  'several',
  'not',
  'pattern',
  'format',
  'number',
  'multiple',
  'length',
  'items',
  'keys',
  'unique',
  'contains',
] as const;
export type MisfitKind = (typeof misfitKinds)[number];

/** What a call's arguments do that the tool's definition does not allow. */
export interface CallMisfit {
  readonly path: CallPath;
  /** The path with dots; `arguments` for all of them. */
  readonly where: string;
  readonly kind: MisfitKind;
  /** What is allowed: types, values, a pattern, or a bound such as `≥ 1`. Empty where there is nothing to add. */
  readonly wanted: string;
}

/** Characters of what is allowed; a stranger's list may be endless. */
const mostWanted = 200;

/** How far one check may go in all, whatever a definition refers to. */
const mostSteps = 200_000;
/** Levels of values and of schemas in schemas together. */
const deepest = 100;

/** The work of one check: a definition is a stranger's, and may be made to never end. */
export class Work {
  #left: number;
  #isOver = false;

  constructor(
    readonly root: unknown,
    steps = mostSteps,
  ) {
    this.#left = steps;
  }

  /** The check was given up: nothing it found can be relied on. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether there is still room for so many steps. */
  spend(steps: number, depth = 0): boolean {
    this.#left -= steps;
    if (this.#left < 0 || depth > deepest) this.#isOver = true;
    return !this.#isOver;
  }
}

export interface Place {
  readonly path: CallPath;
  readonly depth: number;
  readonly work: Work;
}

export function inside(at: Place, key: string | number): Place {
  return { ...at, path: [...at.path, key], depth: at.depth + 1 };
}

export function misfit(at: Place, kind: MisfitKind, wanted = ''): CallMisfit {
  const where = at.path.length === 0 ? 'arguments' : at.path.join('.');
  return { path: at.path, where, kind, wanted: short(wanted) };
}

function short(text: string): string {
  return text.length > mostWanted ? `${text.slice(0, mostWanted)}…` : text;
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of the definition, for which there is room. */
export function listOf(value: unknown, { work }: Place): readonly unknown[] {
  return Array.isArray(value) && work.spend(value.length) ? value : [];
}
