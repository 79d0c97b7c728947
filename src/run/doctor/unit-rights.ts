import type { Right } from '../../ports/supervisor.ts';
import type { Check, CheckState, Patient } from './check.ts';

const STATES: Readonly<Record<Right['state'], CheckState>> = {
  held: 'ok',
  missing: 'failed',
  weaker: 'warning',
  unknown: 'unknown',
};

/** Each right on a service that somebody else's manager runs, as a check of its own. */
export async function unitRights({ ports }: Patient): Promise<readonly Check[]> {
  const rights = (await ports.supervisor.rights?.()) ?? [];
  return rights.map(({ name, state, text, remedy, grant }) => ({
    name: `right: ${name}`,
    state: STATES[state],
    text,
    remedy,
    ...(grant === undefined ? {} : { grant }),
  }));
}
