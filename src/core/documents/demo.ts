import type { SweepDocument } from './sweep.ts';

/** The `demo` document: what the two scripts of the story would have said, and what a sweep says. */
export interface DemoDocument {
  readonly naive: { readonly settings: readonly { readonly name: string; readonly outcome: string }[] };
  /** null: only the scripts were asked for. */
  readonly sweep: SweepDocument | null;
}
