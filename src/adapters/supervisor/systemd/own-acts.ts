import type { UnitState } from './unit-state.ts';

/** What of the manager's jobs is of our own making: a start that takes long is no act of somebody else. */
export class OwnActs {
  readonly #started = new Set<string>();
  readonly #stopping = new Set<string>();
  /** The job of a start that had not begun when it was no longer waited for. */
  #waiting: string | null = null;

  /** A generation of ours, of this life of Holdpoint or an earlier one. */
  started(invocation: string): void {
    if (invocation !== '') this.#started.add(invocation);
  }

  /** The manager has taken our request to stop it. */
  stopping(invocation: string): void {
    this.#stopping.add(invocation);
  }

  isStopping(invocation: string): boolean {
    return this.#stopping.has(invocation);
  }

  waiting(job: string | null): void {
    this.#waiting = job;
  }

  /** Is the pending job ours, or is there none? */
  isOurs({ job, invocation }: Pick<UnitState, 'job' | 'invocation'>): boolean {
    return (
      job === null || job === this.#waiting || this.#started.has(invocation) || this.#stopping.has(invocation)
    );
  }
}
