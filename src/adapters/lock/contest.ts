import { randomUUID } from 'node:crypto';
import type { LockHolder } from '../../ports/lock.ts';
import { asHolder } from './content.ts';
import { entryNames, hashed, place, readEntry, remove } from './entry.ts';

/** One attempt at a lock: `CLAIM.claim` stands as long as it is tried or held, `CLAIM.held` beside it once it is held. */
export interface Claim {
  readonly folder: string;
  readonly id: string;
  readonly holder: LockHolder;
  readonly held: boolean;
}

/** Is the process that made a claim alive? `owner` is the user who wrote it down. */
export type IsAlive = (holder: LockHolder, owner: number) => Promise<boolean>;

const PATIENCE_ROUNDS = 400;
const ROUND_MS = 5;

/**
 * Takes the lock, or says whose claim stands against it.
 *
 * Everybody writes a claim of his own and then looks for others, so of two at least the later one sees the other. A
 * claim of a dead process counts for nothing and never comes back to life, so it needs no taking over and nothing can
 * be taken over twice. Among the living: a held one wins; of those that still try the smallest waits for the others to
 * give up or to have won, the others give up.
 */
export async function contest(
  folder: string,
  name: string,
  holder: LockHolder,
  isAlive: IsAlive,
): Promise<Claim | LockHolder> {
  const id = `${hashed(name)}.${randomUUID()}`;
  await place(folder, `${id}.claim`, holder, false);
  const mine: Claim = { folder, id, holder, held: true };
  try {
    for (let round = 0; ; round += 1) {
      const others = (await livingClaims(folder, name, isAlive)).filter((claim) => claim.id !== id);
      const stronger =
        others.find((claim) => claim.held) ??
        others.find((claim) => claim.id < id || round >= PATIENCE_ROUNDS);
      if (stronger !== undefined) {
        await withdraw(mine);
        return stronger.holder;
      }
      if (others.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
    await place(folder, `${id}.held`, holder, false);
    return mine;
  } catch (error) {
    await withdraw(mine);
    throw error;
  }
}

/** Claims of living processes. Those of dead ones are removed where we may; where not, they do no harm. */
export async function livingClaims(folder: string, name: string, isAlive: IsAlive): Promise<Claim[]> {
  const claims: Claim[] = [];
  for (const file of await entryNames(folder, hashed(name))) {
    if (!file.endsWith('.claim')) continue;
    const entry = await readEntry(folder, file);
    if (entry === null) continue;
    const id = file.slice(0, -'.claim'.length);
    const claim = { folder, id, holder: asHolder(entry.content) };
    if (await isAlive(claim.holder, entry.uid))
      claims.push({ ...claim, held: (await readEntry(folder, `${id}.held`)) !== null });
    else await withdraw({ ...claim, held: false });
  }
  return claims;
}

export async function withdraw(claim: Claim): Promise<void> {
  await remove(claim.folder, `${claim.id}.held`);
  await remove(claim.folder, `${claim.id}.claim`);
}
