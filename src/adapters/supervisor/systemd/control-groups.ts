import { FaultError, fault } from '../../../core/fault.ts';
import { isGone } from '../../../core/generation.ts';
import type { GroupProcess, Host } from '../../../ports/host.ts';
import type { UnitState } from './unit-state.ts';

/** Living processes of a unit's control group. null: it has none, so no process is left. */
export async function processesIn(host: Host, group: string): Promise<readonly GroupProcess[] | null> {
  return group === '' ? null : host.controlGroup(group);
}

/** Fault: `probe-failed` where a process that lives is in no control group that can be read. */
export async function livingIn(host: Host, unit: string, state: UnitState): Promise<readonly GroupProcess[]> {
  const rows = (await processesIn(host, state.control_group)) ?? [];
  if (state.main_pid === 0 || rows.some((row) => row.pid === state.main_pid)) return rows;
  const main = await host.process(state.main_pid);
  if (main === null || isGone(main.state)) return rows;
  const text = `the processes of ${unit} cannot be listed: no control group ${state.control_group} holds pid ${main.pid}`;
  throw new FaultError(fault('probe-failed', text));
}
