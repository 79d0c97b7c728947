import { isHeldBy } from './held-by.ts';
import type { ChangeState } from './types.ts';

/** A key only goes to a listener whose owner was witnessed in this change and that has not been stopped since. */
export function permitsKey({ facts, passed }: Pick<ChangeState, 'facts' | 'passed'>): boolean {
  return (
    facts.listener !== null ||
    (facts.generation === null && isOwned(facts) && !passed.some((point) => point.name === 'stopped'))
  );
}

/** Somebody listens, and every listener is a process of what was found running. */
function isOwned({ port, present }: ChangeState['facts']): boolean {
  const listeners = port?.listeners ?? [];
  return listeners.length > 0 && listeners.every((holder) => isHeldBy(holder, present?.members ?? []));
}
