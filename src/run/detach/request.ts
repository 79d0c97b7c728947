import type { Milliseconds } from '../../core/units.ts';

export interface DetachRequest {
  /** Words after `holdpoint`. */
  readonly argv: readonly string[];
  readonly run_id: string;
  /** What it prints is appended here. */
  readonly log_file: string;
  /** A unit of its own has the server, or it will be a child of the detached process. */
  readonly serves: 'unit' | 'process';
  /** How long it may take from a request to end until the original is back. */
  readonly stop_ms: Milliseconds;
}

/** What the calling process adds of itself. */
export interface Detaching extends DetachRequest {
  /** The words that run Holdpoint, by absolute paths. */
  readonly program: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Detached {
  readonly pid: number;
  /** null: a session of its own. */
  readonly unit: string | null;
  /** In words: what it runs as, and why not as something that lasts longer. */
  readonly how: string;
}
