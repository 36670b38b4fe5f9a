import { dayMs, dayOf, type Counters } from '../index/counters';

/** Numbers of names stay far below. */
const names = 2 ** 26;
/** More than there are states. */
const stateRoom = 16;

/** Counts many rows by state, source, model and day, and tells the counters once. Labels are not counted here. */
export class Tally {
  private readonly named = new Map<number, Map<number, number>>();
  total = 0;

  add(state: number, source: number, model: number, at: number, by: number): void {
    this.total += by;
    const name = source * names + model;
    let days = this.named.get(name);
    if (!days) this.named.set(name, (days = new Map<number, number>()));
    const on = dayOf(at) * stateRoom + state;
    days.set(on, (days.get(on) ?? 0) + by);
  }

  into(counters: Counters): void {
    for (const [name, days] of this.named) {
      const [source, model] = [Math.floor(name / names), name % names];
      for (const [on, count] of days) {
        const day = Math.floor(on / stateRoom);
        counters.add({ state: on - day * stateRoom, source, model, at: day * dayMs, labels: [] }, count);
      }
    }
  }
}
