import type { HoldPointName } from '../core/documents/sweep.ts';
import type { JournalLine } from '../core/sweep/records.ts';
import type { LoadProgress } from '../ports/load.ts';

/** What a waiting line says: what is waited for, what will not happen meanwhile, what Ctrl-C would do. */
export interface Waiting {
  readonly hold_point: HoldPointName | 'retry' | 'answers';
  readonly trial: string | null;
  /** For example `the server loads (phase tensors, 3.1 GiB resident, growing)`. */
  readonly waiting_for: string;
  readonly elapsed_s: number;
  /** Usual length of this wait from earlier starts; null: unknown. */
  readonly usual_s: number | null;
  readonly limit_s: number | null;
  readonly not_meanwhile: string;
  readonly on_interrupt: string;
}

/** What a run tells its faces. They draw it and decide nothing. */
export type RunEvent =
  | { readonly type: 'journal'; readonly line: JournalLine }
  | { readonly type: 'waiting'; readonly waiting: Waiting }
  | {
      readonly type: 'load';
      readonly trial: string;
      readonly workload: string;
      readonly concurrency: number | null;
      readonly rate?: number | null;
      readonly progress: LoadProgress;
    }
  | { readonly type: 'operator'; readonly text: string };

export type EventSink = (event: RunEvent) => void;
