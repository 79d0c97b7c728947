import { suggest } from '../../core/config/did-you-mean.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { PlannedTrial } from '../../core/plan/plan.ts';
import { decideSweep } from '../../run/decide.ts';
import { usage } from '../usage.ts';
import { runWord, type Swept } from './swept.ts';

/**
 * The setting to promote: the winner of a sweep that has come to its end, or the measured one that was named. Faults:
 * `usage` (nothing to promote), `lock-held` (the original is not back).
 */
export function chosenTrial({ dir, stored, state }: Swept, named: string | undefined): PlannedTrial {
  const run = runWord(dir);
  if (state.ended === null)
    throw usage(
      `run ${stored.id} has not ended`,
      `\`holdpoint attach ${run}\` watches it, \`holdpoint resume ${run}\` goes on`,
    );
  if (state.restored?.ok !== true) {
    const hint = `\`holdpoint restore ${run}\` puts the original back; promote then`;
    throw new FaultError(fault('lock-held', `run ${stored.id} has not put the original back`, { hint }));
  }
  if (named !== undefined) return measured(state, named);
  if (state.ended !== 'done') {
    const further =
      stored.sealed === true
        ? 'a new `holdpoint sweep` reuses what it measured'
        : `\`holdpoint resume ${run}\` goes on with it`;
    throw usage(
      `run ${stored.id} was ${state.ended} before its end`,
      `${further}, or say which of its settings: --trial NAME`,
    );
  }
  const { kind, best, reason } = decideSweep(state, stored);
  const winner = state.trials.find(({ planned }) => planned.name === best);
  if (kind !== 'winner' || winner === undefined)
    throw usage(
      `nothing to promote: ${kind.replaceAll('_', ' ')} (${reason})`,
      'a setting that was measured may be named all the same: --trial NAME',
    );
  return winner.planned;
}

function measured({ trials }: Swept['state'], name: string): PlannedTrial {
  const known = trials.filter(({ status }) => status === 'measured').map(({ planned }) => planned);
  const found = known.find((planned) => planned.name === name);
  if (found !== undefined) return found;
  const names = known.map((planned) => planned.name);
  const other = trials.find(({ planned }) => planned.name === name);
  if (other === undefined) throw usage(`no setting ${name} in this run`, suggest(name, names));
  const same = other.planned.duplicate_of;
  throw usage(
    same === null ? `${name} was not measured (${other.status})` : `${name} is the same command as ${same}`,
    names.length === 0 ? 'no setting of this run was measured' : `measured: ${names.join(', ')}`,
  );
}
