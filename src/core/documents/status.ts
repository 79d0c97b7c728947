import type { Generation } from '../generation.ts';

/** The `status` document: what a service is doing now, by evidence where there is some. */
export interface StatusDocument {
  readonly service: string;
  readonly generation: Generation | null;
  /** The running generation; null: nothing runs. */
  readonly started_by_holdpoint: boolean | null;
  readonly phase:
    | 'absent'
    | 'stopping'
    | 'stopped'
    | 'starting'
    | 'loading'
    | 'serving'
    | 'failed'
    | 'unknown';
  readonly ready: boolean;
  readonly listener: {
    readonly pid: number | null;
    readonly user: string;
    readonly command: string;
    readonly ours: boolean;
  } | null;
  readonly devices: readonly {
    readonly id: string;
    readonly name: string;
    readonly used_bytes: number | null;
    readonly total_bytes: number | null;
    readonly floor_bytes: number | null;
    readonly holders: readonly {
      readonly pid: number;
      readonly user: string;
      readonly command: string;
      readonly ours: boolean;
    }[];
  }[];
  readonly effective: Readonly<Record<string, unknown>>;
  readonly differs: readonly { readonly where: string; readonly wanted: string; readonly got: string }[];
  /** A setting that `promote` has made the service's own; null: none that is known. */
  readonly promoted: { readonly file: string; readonly run: string; readonly trial: string } | null;
  /** null: nothing is known of it. */
  readonly traffic: {
    /** By the engine's own counters. */
    readonly running: number | null;
    readonly waiting: number | null;
    /** Who is connected to the port, Holdpoint's own connections apart; null: it cannot be read. */
    readonly peers:
      | readonly {
          readonly address: string | null;
          readonly pid: number | null;
          readonly user: string | null;
          readonly command: string;
          readonly connections: number;
          readonly in_use: number | null;
        }[]
      | null;
  } | null;
  readonly sweep: {
    readonly id: string;
    readonly trial: string | null;
    readonly of: number;
    readonly hold_point: string | null;
    readonly waiting_for: string | null;
    readonly eta_s: number | null;
  } | null;
  readonly lock: { readonly pid: number; readonly run: string } | null;
}
