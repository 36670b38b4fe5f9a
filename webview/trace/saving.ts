/** An act the store has not answered yet. */
export interface ActUnderway {
  readonly trace: string;
  /** Whether the store took it; never rejects. */
  readonly taken: Promise<boolean>;
  /** An older act was refused and the panel went back to it: this one moves the screen no more. */
  overtaken: boolean;
}

/** The acts on their way to the store, while the panel already shows what comes after them. */
export class Saving {
  readonly #acts = new Set<ActUnderway>();

  begin(trace: string, written: Promise<unknown>): ActUnderway {
    const taken = written.then(
      () => true,
      () => false,
    );
    const act: ActUnderway = { trace, taken, overtaken: false };
    this.#acts.add(act);
    return act;
  }

  end(act: ActUnderway): void {
    this.#acts.delete(act);
  }

  get none(): boolean {
    return this.#acts.size === 0;
  }

  has(trace: string): boolean {
    return [...this.#acts].some((act) => act.trace === trace);
  }

  overtake(): void {
    for (const act of this.#acts) act.overtaken = true;
  }

  /** When those on their way now have been answered, all or those about one trace: whether the store took each. */
  async settled(trace?: string): Promise<boolean> {
    const wanted = [...this.#acts].filter((act) => trace === undefined || act.trace === trace);
    const all = await Promise.all(wanted.map(({ taken }) => taken));
    return all.every(Boolean);
  }
}
