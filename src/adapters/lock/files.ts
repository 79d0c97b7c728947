import { FaultError, fault } from '../../core/fault.ts';
import type { Host } from '../../ports/host.ts';
import type { Lease, Lock, LockHolder, Taken, Unrestored } from '../../ports/lock.ts';
import { asUnrestored } from './content.ts';
import { type Claim, contest, livingClaims, withdraw } from './contest.ts';
import { hashed, place, readEntry, remove } from './entry.ts';
import { lockFolder } from './folder.ts';

export interface FileLockOptions {
  readonly host: Host;
  /** null: the one that all users of this host share. */
  readonly folder: string | null;
}

/** Locks as files. A holder is believed as long as its process lives: same pid, start ticks, boot and user. */
export class FileLock implements Lock {
  readonly #host: Host;
  readonly #chosen: string | null;

  constructor(options: FileLockOptions) {
    this.#host = options.host;
    this.#chosen = options.folder;
  }

  async acquire(names: readonly string[], run: string, over?: Taken): Promise<Lease> {
    const folder = await lockFolder(this.#chosen);
    const me = await this.#me(run);
    const claims: Claim[] = [];
    const release = async (): Promise<void> => {
      for (const claim of claims.splice(0).reverse()) await withdraw(claim);
    };
    const sorted = [...new Set(names)].sort();
    const counts = async (holder: LockHolder, owner: number): Promise<boolean> =>
      !(over !== undefined && isSame(holder, over)) && this.#isAlive(holder, owner);
    try {
      for (const name of sorted) {
        const result = await contest(folder, name, me, counts);
        if (!('held' in result)) throw await this.#lockHeld(name, result);
        claims.push(result);
      }
    } catch (error) {
      await release();
      throw error;
    }
    return { names: sorted, release };
  }

  async holder(name: string): Promise<LockHolder | null> {
    const claims = await livingClaims(await lockFolder(this.#chosen), name, this.#isAlive);
    return claims.find((claim) => claim.held)?.holder ?? null;
  }

  /** `uid` is the user who wrote the mark, whatever it says itself. */
  async unrestored(name: string): Promise<Unrestored | null> {
    const entry = await readEntry(await lockFolder(this.#chosen), markFile(name));
    return entry === null ? null : asUnrestored(entry.content, entry.uid);
  }

  async markUnrestored(name: string, mark: Unrestored): Promise<void> {
    await place(await lockFolder(this.#chosen), markFile(name), mark, true);
  }

  async clearUnrestored(name: string): Promise<void> {
    if (await remove(await lockFolder(this.#chosen), markFile(name))) return;
    throw new FaultError(
      fault('permission', 'the mark of the unrestored run belongs to another user', { data: { name } }),
    );
  }

  readonly #isAlive = async (holder: LockHolder, owner: number): Promise<boolean> => {
    const { boot_id } = await this.#host.identity();
    if (holder.boot_id !== boot_id || holder.uid !== owner) return false;
    const row = await this.#host.process(holder.pid);
    return (
      row !== null && row.start_ticks === holder.start_ticks && row.uid === holder.uid && row.state !== 'Z'
    );
  };

  async #me(run: string): Promise<LockHolder> {
    const { boot_id, uid } = await this.#host.identity();
    const row = await this.#host.process(process.pid);
    if (row === null)
      throw new FaultError(fault('probe-failed', 'our own entry in the process table cannot be read'));
    return { pid: process.pid, start_ticks: row.start_ticks, boot_id, uid, run };
  }

  async #lockHeld(name: string, holder: LockHolder): Promise<FaultError> {
    const user = (await this.#host.process(holder.pid))?.user ?? String(holder.uid);
    const text = `process ${holder.pid} of ${user}, run ${holder.run}`;
    const details = { data: { name, user, ...holder }, evidence: [{ kind: 'lock', text }] };
    return new FaultError(fault('lock-held', `${name} is held by ${text}`, details));
  }
}

function isSame(holder: LockHolder, { pid, start_ticks, boot_id }: Taken): boolean {
  return holder.pid === pid && holder.start_ticks === start_ticks && holder.boot_id === boot_id;
}

function markFile(name: string): string {
  return `${hashed(name)}.unrestored`;
}
