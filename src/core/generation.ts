import type { StartTicks } from './units.ts';

/**
 * One life of a service. Two generations are the same only if every field agrees: a pid alone is reused, start ticks
 * repeat after a reboot, so the boot id belongs to it.
 */
export interface ProcessGeneration {
  readonly kind: 'process';
  /** Our own id, carried by the process as HOLDPOINT_GENERATION; empty for a server that we did not start. */
  readonly id: string;
  readonly pid: number;
  readonly start_ticks: StartTicks;
  readonly boot_id: string;
}

export type Generation = ProcessGeneration;

export function sameGeneration(a: Generation | null, b: Generation | null): boolean {
  if (a === null || b === null) return a === b;
  return a.pid === b.pid && a.start_ticks === b.start_ticks && a.boot_id === b.boot_id;
}

/** A process, identified so that a reused pid is never mistaken for it. */
export interface Member {
  readonly pid: number;
  readonly start_ticks: StartTicks;
  readonly ppid: number;
  /** One letter of /proc/PID/stat: R S D Z T ... A zombie (Z) is gone. */
  readonly state: string;
  readonly user: string;
  /** argv joined by spaces, at most 300 characters; foreign text, to be shown through `visible()`. */
  readonly command: string;
}

/** What is run: exactly this argv, environment and folder. */
export interface Definition {
  readonly argv: readonly string[];
  /** Complete for an adopted original, otherwise what is set on top of the inherited environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** True: `env` is the whole environment. False: it is laid over the environment of Holdpoint. */
  readonly env_complete: boolean;
}
