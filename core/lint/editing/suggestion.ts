import type { Span } from '../span';

/** Something that could be written at a place. */
export interface Suggestion {
  readonly label: string;
  readonly kind: 'key' | 'word' | 'name' | 'value' | 'file' | 'folder' | 'heading' | 'snippet';
  readonly replace: Span;
  readonly insert: string;
  /** `insert` holds `${1:places}` to fill in. */
  readonly snippet: boolean;
  /** One line beside the label. */
  readonly detail?: string;
  /** What it means, as Markdown. */
  readonly says?: string;
  /** Order among all suggestions: smaller comes first, equal ones by label. */
  readonly rank: number;
  /** What was inserted waits for a value that could be suggested too. */
  readonly again?: boolean;
}
