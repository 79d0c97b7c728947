import { FaultError, fault } from '../../core/fault.ts';
import type { Lease, Lock, LockHolder, Unrestored } from '../../ports/lock.ts';

/** Locks of a simulated host that only this process knows. */
export class MemoryLock implements Lock {
  readonly #holder: Omit<LockHolder, 'run'>;
  readonly #held = new Map<string, string>();
  readonly #unrestored = new Map<string, Unrestored>();

  constructor(holder: Omit<LockHolder, 'run'>) {
    this.#holder = holder;
  }

  async acquire(names: readonly string[], run: string): Promise<Lease> {
    const sorted = [...new Set(names)].sort();
    for (const name of sorted) {
      const holder = this.#of(name);
      if (holder !== null) throw lockHeld(name, holder);
    }
    for (const name of sorted) this.#held.set(name, run);
    const held = [...sorted];
    return {
      names: sorted,
      release: async () => {
        // Once: what a later holder has taken is not ours to give back.
        for (const name of held.splice(0)) this.#held.delete(name);
      },
    };
  }

  async holder(name: string): Promise<LockHolder | null> {
    return this.#of(name);
  }

  async unrestored(name: string): Promise<Unrestored | null> {
    return this.#unrestored.get(name) ?? null;
  }

  async markUnrestored(name: string, mark: Unrestored): Promise<void> {
    this.#unrestored.set(name, mark);
  }

  async clearUnrestored(name: string): Promise<void> {
    this.#unrestored.delete(name);
  }

  #of(name: string): LockHolder | null {
    const run = this.#held.get(name);
    return run === undefined ? null : { ...this.#holder, run };
  }
}

function lockHeld(name: string, holder: LockHolder): FaultError {
  const text = `process ${holder.pid}, run ${holder.run}`;
  const details = {
    data: { name, user: String(holder.uid), ...holder },
    evidence: [{ kind: 'lock', text }],
  };
  return new FaultError(fault('lock-held', `${name} is held by ${text}`, details));
}
