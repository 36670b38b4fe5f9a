/** Earliest and latest moments taken for real: 1990 and 2200, in milliseconds. */
const earliest = Date.UTC(1990, 0, 1);
const latest = Date.UTC(2200, 0, 1);

const iso = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|UTC|[+-]\d\d:?\d\d)?)?$/i;

/** As `isoTime` writes it, and most logs; the last days of a month aside, which not every month has. */
const written = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/**
 * Any time a log may hold as ISO 8601 UTC with milliseconds; undefined when it is none.
 * Numbers are seconds, ms, µs or ns by their size; 0 is unknown. A time without a zone is taken as UTC.
 * Dates written by local custom (7/8/2025) are not guessed at.
 */
export function isoTime(value: unknown): string | undefined {
  if (typeof value === 'string' && written.test(value)) return value >= '1990' && value < '2200' ? value : undefined;
  const ms = timeMs(value);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/** The same as milliseconds since 1970. */
export function timeMs(value: unknown): number | undefined {
  if (typeof value === 'number') return epochMs(value);
  if (typeof value === 'bigint') return epochMs(Number(value));
  if (Array.isArray(value) && value.length === 2) return pairMs(value[0], value[1]);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\d{9,19}(\.\d+)?$/.test(text)) return epochMs(Number(text));
  return iso.test(text) ? within(Date.parse(zoned(text))) : undefined;
}

function epochMs(value: number): number | undefined {
  if (!Number.isFinite(value) || value <= 0) return undefined;
  const ms = value < 1e11 ? value * 1e3 : value < 1e14 ? value : value < 1e17 ? value / 1e3 : value / 1e6;
  return within(Math.floor(ms));
}

/** `[seconds, nanoseconds]` as the OpenTelemetry JS SDK writes them. */
function pairMs(seconds: unknown, nanos: unknown): number | undefined {
  if (typeof seconds !== 'number' || typeof nanos !== 'number') return undefined;
  return within(Math.floor(seconds * 1e3 + nanos / 1e6));
}

function within(ms: number): number | undefined {
  return ms >= earliest && ms < latest ? ms : undefined;
}

/** Date.parse takes a time without zone as local: say UTC. */
function zoned(text: string): string {
  const normal = text
    .replace(' ', 'T')
    .replace(',', '.')
    .replace(/\s?UTC$/i, 'Z');
  if (normal.length === 10 || /(?:Z|[+-]\d\d:?\d\d)$/i.test(normal)) return normal.replace(/\s/g, '');
  return `${normal}Z`;
}
