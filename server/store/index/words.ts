import type { Db } from './db';

/** Names kept in memory; attribute values and texts are never among them. */
const remembered = 20_000;

/** Names as numbers: sources, models, labels, reviewers, attribute keys, graders, dimensions. 0 is no name. */
export class Words {
  private readonly numbers = new Map<string, number>();
  private readonly names = new Map<number, string>();

  constructor(private readonly db: Db) {}

  /** The number of a name, given one when it is new. */
  number(name: string | undefined): number {
    if (name === undefined) return 0;
    return this.known(name) ?? this.add(name);
  }

  /** The number of a name, undefined when nothing in the index has it. */
  known(name: string): number | undefined {
    const cached = this.numbers.get(name);
    if (cached !== undefined) return cached;
    const row = this.db.row('select word from words where name = ?', [name]);
    return row && this.remember(name, Number(row[0]));
  }

  name(number: number): string | undefined {
    if (number === 0) return undefined;
    const cached = this.names.get(number);
    if (cached !== undefined) return cached;
    const row = this.db.row('select name from words where word = ?', [number]);
    if (!row) return undefined;
    const name = String(row[0]);
    this.remember(name, number);
    return name;
  }

  /** A rolled back transaction takes its new names with it. */
  forget(): void {
    this.numbers.clear();
    this.names.clear();
  }

  private add(name: string): number {
    this.db.run('insert into words(name) values (?)', [name]);
    return this.remember(name, this.db.number('select word from words where name = ?', [name]));
  }

  private remember(name: string, number: number): number {
    if (this.numbers.size >= remembered) this.forget();
    this.numbers.set(name, number);
    this.names.set(number, name);
    return number;
  }
}
