import type { Member } from '../generation.ts';
import type { PortHolderFacts } from './observations.ts';

/** Is the holder of a port one of these processes? A pid alone may have been given to another process since. */
export function isHeldBy(
  holder: Pick<PortHolderFacts, 'pid' | 'start_ticks'>,
  members: readonly Pick<Member, 'pid' | 'start_ticks'>[],
): boolean {
  return (
    holder.pid !== null &&
    members.some(({ pid, start_ticks }) => pid === holder.pid && start_ticks === holder.start_ticks)
  );
}
