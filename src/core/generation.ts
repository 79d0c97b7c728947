import type { StartTicks } from './units.ts';

/**
 * One life of a process. Two are the same only if pid, ticks and boot agree: a pid alone is reused, start ticks repeat
 * after a reboot, so the boot id belongs to it.
 */
export interface ProcessGeneration {
  readonly kind: 'process';
  /** Our own id, carried by the process as HOLDPOINT_GENERATION; empty for a server that we did not start. */
  readonly id: string;
  readonly pid: number;
  readonly start_ticks: StartTicks;
  readonly boot_id: string;
}

/** One life of a systemd unit. The invocation names it: every start makes a new one, automatic restarts too. */
export interface SystemdGeneration {
  readonly kind: 'systemd';
  readonly unit: string;
  readonly scope: 'system' | 'user';
  /** InvocationID; empty where the manager remembers none. */
  readonly id: string;
  /** MainPID, or that of the last main process where only others are left. */
  readonly pid: number;
  /** Of the main process; of one that is already gone to within a tick. */
  readonly start_ticks: StartTicks;
  readonly boot_id: string;
}

export type Generation = ProcessGeneration | SystemdGeneration;

export function sameGeneration(a: Generation | null, b: Generation | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.kind === 'systemd')
    return b.kind === 'systemd' && sameUnit(a, b) && a.id === b.id && a.boot_id === b.boot_id;
  return (
    b.kind === 'process' && a.pid === b.pid && a.start_ticks === b.start_ticks && a.boot_id === b.boot_id
  );
}

/** A name alone is no unit: the manager of the system and that of a user may each have one of it. */
export function sameUnit(
  a: Pick<SystemdGeneration, 'unit' | 'scope'>,
  b: Pick<SystemdGeneration, 'unit' | 'scope'>,
): boolean {
  return a.unit === b.unit && a.scope === b.scope;
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

/** A zombie holds nothing any more; X is a process on its very last instructions. */
export function isGone(state: string): boolean {
  return state === 'Z' || state === 'X' || state === 'x';
}

/** What is run: exactly this argv, environment and folder. */
export interface Definition {
  readonly argv: readonly string[];
  /** What stands in front of argv and becomes it, or passes it on (`numactl -N 0`). Absent: nothing. */
  readonly wrapper?: readonly string[];
  /**
   * Complete for an adopted original; for a unit all that it sets, which is all that can differ between two starts;
   * otherwise what is set on top of the inherited environment.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** True: no other variable is set. False: it is laid over the environment of Holdpoint. */
  readonly env_complete: boolean;
  /** Variables whose values the service's own files give at each start (`EnvironmentFile=`). Absent: none. */
  readonly from_files?: readonly string[];
  /** Of a setting: variables that it decides, whatever a file gives. Absent: none of them comes from a file. */
  readonly swept_env?: readonly string[];
}

/** The command as its service is told it: with what stands in front of the engine. */
export function wholeCommand({
  argv,
  wrapper = [],
}: Pick<Definition, 'argv' | 'wrapper'>): readonly string[] {
  return [...wrapper, ...argv];
}

/** The variables that stay with the service's own files: what a file gives is neither compared nor set. */
export function leftToFiles(
  definition: Pick<Definition, 'from_files' | 'swept_env'>,
  files: Iterable<string> = [],
): ReadonlySet<string> {
  const names = new Set([...(definition.from_files ?? []), ...files]);
  for (const name of definition.swept_env ?? []) names.delete(name);
  return names;
}
