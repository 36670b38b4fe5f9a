import { Problem } from '../lib/problem';
import { isoTime } from '../trace/time';
import type { PlainSlice } from './schema';

/** Both ends inclusive, ISO 8601 UTC with milliseconds, so that text order is time order. */
export interface TimeSpan {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The first moment a `since` names: midnight UTC for a date. @throws Problem `date_invalid` */
export function sinceTime(text: string): string {
  return moment(text, '00:00:00.000');
}

/** The last moment an `until` names: the end of the day for a date. @throws Problem `date_invalid` */
export function untilTime(text: string): string {
  return moment(text, '23:59:59.999');
}

/** The span of `since` and `until`. @throws Problem `date_invalid` */
export function spanOf(slice: Pick<PlainSlice, 'since' | 'until'>): TimeSpan {
  return {
    from: slice.since === undefined ? undefined : sinceTime(slice.since),
    to: slice.until === undefined ? undefined : untilTime(slice.until),
  };
}

function moment(text: string, clock: string): string {
  const trimmed = text.trim();
  const day = /^\d{4}-\d\d-\d\d$/.test(trimmed);
  const found = /^\d{4}-\d\d-\d\d/.test(trimmed) ? isoTime(day ? `${trimmed}T${clock}Z` : trimmed) : undefined;
  // The 31st of February is read by Date as a day in March: no day a person can have meant.
  if (found === undefined || (day && !found.startsWith(trimmed))) throw new Problem('date_invalid', { text: text.slice(0, 60) });
  return found;
}
