import type { BookedRow } from '../../core/import/books';
import type { LogEvent } from '../../core/log/events';
import type { TraceFacts } from '../../core/ports';

/**
 * What the store has to know of rows, as it crosses from one thread to another: numbers in columns and texts one behind
 * the other cost a fraction of what objects do.
 */
export interface PackedFacts {
  /** `width` numbers for each row. */
  readonly numbers: Float64Array;
  /** The rows' ids, each `idLength` long. */
  readonly ids: string;
  /** Sources and models; the numbers say which. */
  readonly names: readonly string[];
  readonly booked: readonly BookedRow[];
  /** JSON of every row's key: asked for only when a conversation is here already. */
  readonly keys: string;
  /** JSON of what few rows have, with the number of the row. */
  readonly some: string;
}

/** What few rows have. */
type Rare = Pick<TraceFacts, 'labels' | 'attributes'> & { readonly acts: readonly LogEvent[] };

const idLength = 26;
/** content, source, model, at, recorded, expires, bits, turn, generic, booked. */
const width = 10;
/** Stands for undefined and null; every number here is 0 or more. */
const none = -1;

/** Packs the facts of rows. */
export class FactPacker {
  private numbers: number[] = [];
  private ids = '';
  private names: string[] = [];
  private booked: BookedRow[] = [];
  private readonly bookedAt = new Map<string, number>();
  private keys: string[] = [];
  private some: [number, Rare][] = [];

  add(facts: TraceFacts, key: string, acts: readonly LogEvent[], booked: BookedRow): void {
    const { id, labels, attributes } = facts;
    if (id.length !== idLength) throw new RangeError(`not an id of a conversation: ${id}`);
    if (acts.length + labels.length > 0 || !isEmpty(attributes)) this.some.push([this.keys.length, { acts, labels, attributes }]);
    this.ids += id;
    this.keys.push(key);
    this.numbers.push(
      facts.content,
      this.name(facts.source),
      facts.model === undefined ? none : this.name(facts.model),
      facts.at,
      facts.recorded,
      facts.expires ?? none,
      facts.bits,
      facts.turn,
      facts.generic ?? none,
      this.book(booked),
    );
  }

  /** What was added since the last call. */
  take(): PackedFacts {
    const { ids, names, booked } = this;
    const packed = {
      numbers: Float64Array.from(this.numbers),
      ids,
      names,
      booked,
      keys: JSON.stringify(this.keys),
      some: JSON.stringify(this.some),
    };
    this.numbers = [];
    this.ids = '';
    this.names = [];
    this.booked = [];
    this.bookedAt.clear();
    this.keys = [];
    this.some = [];
    return packed;
  }

  private name(name: string): number {
    const known = this.names.indexOf(name);
    return known >= 0 ? known : this.names.push(name) - 1;
  }

  /** Most rows are entered alike. */
  private book(booked: BookedRow): number {
    const { shape, dialect, reviewed, candidates, redactions } = booked;
    const masked = isEmpty(redactions) ? '' : JSON.stringify(redactions);
    const like = `${shape} ${dialect} ${reviewed} ${candidates} ${masked}`;
    const known = this.bookedAt.get(like);
    if (known !== undefined) return known;
    const at = this.booked.push(booked) - 1;
    this.bookedAt.set(like, at);
    return at;
  }
}

/** Reads what was packed. */
export class FactReader {
  private readonly some: ReadonlyMap<number, Rare>;
  private keys: readonly string[] | undefined;

  constructor(private readonly packed: PackedFacts) {
    // Our own writing of a moment ago: nothing to check.
    this.some = new Map(JSON.parse(packed.some) as [number, Rare][]);
  }

  get rows(): number {
    return this.packed.numbers.length / width;
  }

  facts(row: number): TraceFacts {
    const { numbers, names, ids } = this.packed;
    const at = row * width;
    const rare = this.some.get(row);
    const [model, expires, generic] = [numbers[at + 2] ?? none, numbers[at + 5] ?? none, numbers[at + 8] ?? none];
    return {
      id: ids.slice(row * idLength, (row + 1) * idLength),
      content: numbers[at] ?? 0,
      source: names[numbers[at + 1] ?? 0] ?? '',
      model: model === none ? undefined : names[model],
      at: numbers[at + 3] ?? 0,
      recorded: numbers[at + 4] ?? 0,
      expires: expires === none ? null : expires,
      bits: numbers[at + 6] ?? 0,
      turn: numbers[at + 7] ?? 0,
      labels: rare?.labels ?? nothing,
      attributes: rare?.attributes ?? noAttributes,
      generic: generic === none ? undefined : generic,
    };
  }

  acts(row: number): readonly LogEvent[] {
    return this.some.get(row)?.acts ?? nothing;
  }

  booked(row: number): BookedRow {
    const booked = this.packed.booked[this.packed.numbers[row * width + 9] ?? 0];
    if (!booked) throw new Error('a row is not in the books');
    return booked;
  }

  key(row: number): string {
    this.keys ??= JSON.parse(this.packed.keys) as string[];
    return this.keys[row] ?? '';
  }
}

const nothing: readonly never[] = [];
const noAttributes: Readonly<Record<string, string>> = {};

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const _ in record) return false;
  return true;
}
