import type { Trace } from '../../trace/model';
import type { ImportedVerdict } from '../draft';
import type { Fields } from '../fields';

/** One step of a recorded program, whatever product recorded it. Steps form a tree; a trace is one tree. */
export interface Run {
  readonly id: string;
  readonly trace: string;
  readonly parent?: string | undefined;
  /** What the traces of one conversation have in common. */
  readonly thread?: string | undefined;
  /** Milliseconds since 1970; undefined when unknown. */
  readonly start?: number | undefined;
  /** A call to a model, not a step around one. */
  readonly is_model: boolean;
  readonly inputs?: unknown;
  readonly outputs?: unknown;
  readonly model?: string | undefined;
  readonly usage?: Trace['meta']['usage'];
  readonly error?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, string | number>> | undefined;
  /** What was said of the result; `turn` is filled in when it is known. */
  readonly verdicts?: readonly Omit<ImportedVerdict, 'turn'>[] | undefined;
}

/** A product's way of writing runs down. */
export interface RunFormat {
  readonly id: string;
  readonly title: string;
  detect(value: Fields): boolean;
  /** The runs a row holds. */
  runsOf(value: Fields): readonly Run[];
}
