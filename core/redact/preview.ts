import type { Trace } from '../trace/model';
import type { Counts } from './kinds';
import { markersOf } from './marker';
import type { Redaction, Redactor } from './redact';
import type { Hint } from './session';
import type { Place } from './trace-texts';

/**
 * One mask in its surroundings. Both excerpts are taken from the redacted text, so neither this secret nor a
 * neighbouring one is in them; `hint` is all that is shown of the value.
 */
export interface MaskExample {
  readonly kind: string;
  readonly marker: string;
  readonly before: string;
  readonly after: string;
  readonly hint: Hint;
  readonly place: Place;
  /** The trace's line in its file, when it has one. */
  readonly line?: number;
}

export interface PreviewLimits {
  /** Examples kept of each kind. */
  readonly per_kind: number;
  /** Characters of context on either side. */
  readonly around: number;
}

/** What an import would mask, gathered trace by trace before anything is written. */
export class MaskPreview {
  private readonly total: Record<string, number> = {};
  private readonly kept = new Map<string, MaskExample[]>();

  constructor(
    private readonly redactor: Redactor,
    private readonly limits: PreviewLimits = { per_kind: 3, around: 40 },
  ) {}

  /** Redacts a trace and remembers what was masked. */
  add(trace: Trace): Redaction<Trace> {
    const seen = new Set<string>();
    const redaction = this.redactor.redactTrace(trace, (masked, place, hintOf) => {
      for (const { start, end, kind } of markersOf(masked)) {
        const marker = masked.slice(start, end);
        const hint = hintOf(marker);
        const examples = this.kept.get(kind) ?? [];
        if (!hint || examples.length >= this.limits.per_kind || seen.has(marker)) continue;
        seen.add(marker);
        const { line } = trace.origin;
        this.kept.set(kind, [
          ...examples,
          { kind, marker, hint, place, ...this.excerpt(masked, start, end), ...(line && { line }) },
        ]);
      }
    });
    for (const [kind, count] of Object.entries(redaction.counts)) this.total[kind] = (this.total[kind] ?? 0) + count;
    return redaction;
  }

  /** Places that would be masked, by kind. */
  get counts(): Counts {
    return this.total;
  }

  /** By kind, in the order the kinds were first seen. */
  get examples(): readonly MaskExample[] {
    return [...this.kept.values()].flat();
  }

  private excerpt(text: string, start: number, end: number): { before: string; after: string } {
    const { around } = this.limits;
    return {
      before: wholeCharacters(text.slice(Math.max(0, start - around), start)),
      after: wholeCharacters(text.slice(end, end + around)),
    };
  }
}

/** Without halves of surrogate pairs at the cuts, and on one line. */
function wholeCharacters(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '').replace(/\s+/g, ' ');
}
