/** Who holds a lock, verified by pid, ticks, boot id and uid. */
export interface LockHolder {
  readonly pid: number;
  readonly start_ticks: number;
  readonly boot_id: string;
  readonly uid: number;
  readonly run: string;
}

/** A process that holds locks and whose turn is over though it lives (it hangs): its claims count for nothing. */
export type Taken = Pick<LockHolder, 'pid' | 'start_ticks' | 'boot_id'>;

export interface Lease {
  readonly names: readonly string[];
  release(): Promise<void>;
}

/** A run whose original is not back. It outlives its process and blocks `sweep` and `apply` on the service. */
export interface Unrestored {
  readonly run_id: string;
  readonly dir: string;
  readonly uid: number;
  readonly since: string;
}

/**
 * The service and each of its devices, taken in sorted order, in one folder per host that all users share.
 * Fault: `lock-held` with the holder's pid, user and run.
 */
export interface Lock {
  acquire(names: readonly string[], run: string, over?: Taken): Promise<Lease>;
  /** The verified living holder of a name, or null. */
  holder(name: string): Promise<LockHolder | null>;
  unrestored(name: string): Promise<Unrestored | null>;
  markUnrestored(name: string, mark: Unrestored): Promise<void>;
  clearUnrestored(name: string): Promise<void>;
}
