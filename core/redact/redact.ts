import type { Trace } from '../trace/model';
import type { Redacted } from './brand';
import { greedy, makeFinder } from './finder';
import type { Finder } from './finder';
import { findingsIn } from './json';
import type { Finding } from './json';
import type { Counts } from './kinds';
import { numberingOf } from './marker';
import type { Numbering } from './marker';
import type { RedactOptions } from './options';
import { QuickLook } from './quick-look';
import { secretKindOf } from './rules/assignment';
import { Session } from './session';
import type { Hint } from './session';
import { mapTexts } from './trace-texts';
import type { Place } from './trace-texts';

/** What redaction made of a value. */
export interface Redaction<T> {
  readonly value: Redacted<T>;
  /** How many places were masked, by kind; markers that were there before do not count. */
  readonly counts: Counts;
  /** The highest number per kind now in use in this conversation: what later acts on it go on from. */
  readonly numbering: Numbering;
}

/** Told about each text that changed, in its redacted form, and what the session says of its markers. */
export type OnMask = (masked: string, place: Place, hintOf: (marker: string) => Hint | undefined) => void;

/** No secret is shorter: `a@b.co`. */
const shortestSecret = 6;
/**
 * Masking a secret can uncover another beside it, so a text is searched again until nothing is found. Text made to go
 * on like that forever loses whole passages from this pass on.
 */
const patience = 6;

/** Replaces secrets and personal data by typed markers, before anything is written. Stateless between calls. */
export class Redactor {
  private readonly finder: Finder;
  private readonly greedy: Finder;

  /** @throws Problem `redact_pattern_invalid` */
  constructor(options: RedactOptions = {}) {
    this.finder = makeFinder(options);
    this.greedy = greedy(this.finder);
  }

  /** Every text of a trace. A trace without secrets is returned as the same object. */
  redactTrace(trace: Trace, onMask?: OnMask): Redaction<Trace> {
    if (this.isClean(trace)) return new CleanTrace(trace as Redacted<Trace>);
    const session = new Session(() => numberingOf(trace));
    const value = mapTexts(trace, (text, place) => {
      const masked = this.mask(text, session, place);
      if (masked !== text) onMask?.(masked, place, (text) => session.hintOf(text));
      return masked;
    });
    return finished(value, session);
  }

  /** Texts of one later act (correction, reason, gold, note); `numbering` is that of the redacted conversation. */
  redactTexts(texts: readonly string[], numbering: Numbering): Redaction<readonly string[]> {
    const session = new Session(() => numbering);
    return finished(
      texts.map((text) => this.mask(text, session)),
      session,
    );
  }

  /** All strings of an act's value, at any depth; names of fields stay, and say when a value is a secret. JSON stays JSON. */
  redactValue<T>(value: T, numbering: Numbering): Redaction<T> {
    const session = new Session(() => numbering);
    return finished(
      mapStrings(value, (text, name) => this.mask(text, session, { field: '', ...(secretKindOf(name) && { name }) })),
      session,
    );
  }

  /** Whether nothing of a trace is to be masked, by one quick look at all its texts: so it is with most of them. */
  private isClean(trace: Trace): boolean {
    if (this.finder.hasPatterns) return false;
    const look = new QuickLook(this.finder);
    mapTexts(trace, (text, { json, name = '' }) => {
      if (!this.isHarmless(text, name)) look.add(text, name, json === true);
      return text;
    });
    return look.isClean();
  }

  private isHarmless(text: string, name: string | undefined): boolean {
    return text.length < shortestSecret || this.finder.isPlain(text, name);
  }

  private mask(text: string, session: Session, place?: Place): string {
    if (this.isHarmless(text, place?.name)) return text;
    const within = { scalars: place?.json === true, name: place?.name ?? '' };
    let masked = text;
    for (let pass = 1; ; pass++) {
      const findings = findingsIn(pass > patience ? this.greedy : this.finder, masked, within);
      if (findings.length === 0) return masked;
      masked = replaced(masked, findings, session);
    }
  }
}

function replaced(text: string, findings: readonly Finding[], session: Session): string {
  let out = '';
  let from = 0;
  for (const { start, end, kind, value, quote } of findings) {
    out += text.slice(from, start) + quote + session.mask(kind, value) + quote;
    from = end;
  }
  return out + text.slice(from);
}

function mapStrings<T>(value: T, change: (text: string, name: string) => string): T {
  return mapped(value, '', change) as T;
}

function mapped(value: unknown, name: string, change: (text: string, name: string) => string): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((item: unknown) => mapped(item, name, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, key, change)]));
}

/**
 * What comes of a session. A class, because a literal with a getter has a shape of its own each time, which keeps
 * everything around it alive until the next full collection.
 */
class SessionResult<T> implements Redaction<T> {
  constructor(
    readonly value: Redacted<T>,
    readonly counts: Counts,
    private readonly session: Session,
  ) {}

  /** Reading it means looking through the whole conversation for markers, so only who asks pays for it. */
  get numbering(): Numbering {
    return this.session.numbering;
  }
}

/** Most traces: nothing had to be masked, and nothing was counted. */
class CleanTrace implements Redaction<Trace> {
  readonly counts: Counts = {};

  constructor(readonly value: Redacted<Trace>) {}

  get numbering(): Numbering {
    return numberingOf(this.value);
  }
}

/** The one place that calls a changed value redacted. */
function finished<T>(value: T, session: Session): Redaction<T> {
  return new SessionResult(value as Redacted<T>, session.counts, session);
}
