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
  /** JSON of the keys that do not follow from the header, with the numbers of their rows; hardly ever asked for. */
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

/** Room for so many rows at first. */
const firstRoom = 256;

/** Packs the facts of rows, and keeps nothing of a row itself: what lives until a batch is full costs the collector most. */
export class FactPacker {
  private rows = 0;
  private numbers = new Float64Array(firstRoom * width);
  private ids = Buffer.allocUnsafeSlow(firstRoom * idLength);
  private names: string[] = [];
  private booked: BookedRow[] = [];
  private readonly bookedAt = new Map<string, number>();
  /** The last row with which nothing came and in which nothing was masked, and where it is booked. */
  private plain: BookedRow | undefined;
  private plainAt = 0;
  private keys: [number, string][] = [];
  private some: [number, Rare][] = [];

  /** `key`: absent when it follows from the header. */
  add(facts: TraceFacts, acts: readonly LogEvent[], booked: BookedRow, key: string | undefined): void {
    const { id, labels, attributes } = facts;
    if (id.length !== idLength) throw new RangeError(`not an id of a conversation: ${id}`);
    const row = this.rows++;
    if (row * idLength >= this.ids.length) this.grow();
    if (acts.length + labels.length > 0 || !isEmpty(attributes)) this.some.push([row, { acts, labels, attributes }]);
    if (key !== undefined) this.keys.push([row, key]);
    this.ids.write(id, row * idLength, 'latin1');
    const { numbers } = this;
    const at = row * width;
    numbers[at] = facts.content;
    numbers[at + 1] = this.name(facts.source);
    numbers[at + 2] = facts.model === undefined ? none : this.name(facts.model);
    numbers[at + 3] = facts.at;
    numbers[at + 4] = facts.recorded;
    numbers[at + 5] = facts.expires ?? none;
    numbers[at + 6] = facts.bits;
    numbers[at + 7] = facts.turn;
    numbers[at + 8] = facts.generic ?? none;
    numbers[at + 9] = this.book(booked);
  }

  /** What was added since the last call. */
  take(): PackedFacts {
    const { rows, names, booked } = this;
    const packed = {
      numbers: this.numbers.slice(0, rows * width),
      ids: this.ids.toString('latin1', 0, rows * idLength),
      names,
      booked,
      keys: JSON.stringify(this.keys),
      some: JSON.stringify(this.some),
    };
    this.rows = 0;
    this.names = [];
    this.booked = [];
    this.bookedAt.clear();
    this.plain = undefined;
    this.keys = [];
    this.some = [];
    return packed;
  }

  private grow(): void {
    const [numbers, ids] = [new Float64Array(this.numbers.length * 2), Buffer.allocUnsafeSlow(this.ids.length * 2)];
    numbers.set(this.numbers);
    ids.set(this.ids);
    [this.numbers, this.ids] = [numbers, ids];
  }

  private name(name: string): number {
    const known = this.names.indexOf(name);
    return known >= 0 ? known : this.names.push(name) - 1;
  }

  /** Most rows are entered alike. */
  private book(booked: BookedRow): number {
    const { plain } = this;
    const isPlain = isEmpty(booked.redactions) && !booked.reviewed && booked.candidates === 0;
    if (isPlain && plain && plain.shape === booked.shape && plain.dialect === booked.dialect) return this.plainAt;
    const { shape, dialect, reviewed, candidates, redactions } = booked;
    const masked = isEmpty(redactions) ? '' : JSON.stringify(redactions);
    const like = `${shape} ${dialect} ${reviewed} ${candidates} ${masked}`;
    let at = this.bookedAt.get(like);
    if (at === undefined) this.bookedAt.set(like, (at = this.booked.push(booked) - 1));
    if (isPlain) [this.plain, this.plainAt] = [booked, at];
    return at;
  }
}

/** Reads what was packed. */
export class FactReader {
  private readonly some: ReadonlyMap<number, Rare>;
  private keys: ReadonlyMap<number, string> | undefined;

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

  /** Undefined when it follows from the header. */
  key(row: number): string | undefined {
    this.keys ??= new Map(JSON.parse(this.packed.keys) as [number, string][]);
    return this.keys.get(row);
  }
}

const nothing: readonly never[] = [];
const noAttributes: Readonly<Record<string, string>> = {};

function isEmpty(record: Readonly<Record<string, unknown>>): boolean {
  for (const _ in record) return false;
  return true;
}
