import type { LogEvent } from '../log/events';
import { byTime } from './standing';

/**
 * Ids of the acts that are taken back: those whose newest `retracted` or `restored`, by (at, id), is `retracted`.
 * The order in which the acts are given does not matter.
 */
export function retractedActs(acts: readonly LogEvent[]): ReadonlySet<string> {
  const newest = new Map<string, LogEvent>();
  for (const event of acts) {
    const { body } = event;
    if (body.type !== 'retracted' && body.type !== 'restored') continue;
    const known = newest.get(body.act);
    if (!known || byTime(known, event) < 0) newest.set(body.act, event);
  }
  return new Set([...newest].filter(([, event]) => event.body.type === 'retracted').map(([act]) => act));
}
