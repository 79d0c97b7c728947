import type { CommandDocument, SweepDocument } from './sweep.ts';

/** The `promote` document: what is installed for good, or would be. */
export interface PromoteDocument {
  /** The sweep whose setting it is. */
  readonly run: string;
  /** Unit or endpoint. */
  readonly service: string;
  /** Name of the setting; null: what is installed is taken away. */
  readonly trial: string | null;
  /**
   * `shown`: nothing was done. `unchanged`: it was there already, and runs. `not_kept`: the change failed, and what was
   * before is in place, as far as `change` says so.
   */
  readonly state: 'shown' | 'unchanged' | 'installed' | 'removed' | 'not_kept';
  /** What the service runs with it. */
  readonly command: CommandDocument;
  /** Against what the service runs by itself, one a line. */
  readonly diff: readonly string[];
  /** The one file that is written, or taken away; null: nothing can be installed for such a service. */
  readonly file: { readonly path: string; readonly text: string; readonly persist: boolean } | null;
  /** What happens to whatever runs. */
  readonly effects: readonly string[];
  /** Commands; the first one needs Holdpoint, the others do the same without it. Empty: there is nothing to undo. */
  readonly undo: readonly string[];
  /** The change through the hold points; null: none was made. */
  readonly change: SweepDocument | null;
}
