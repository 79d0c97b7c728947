import { FaultError, fault } from '../../../core/fault.ts';
import { isGone, type Member, type SystemdGeneration } from '../../../core/generation.ts';
import type { Host } from '../../../ports/host.ts';
import type { SignalReport } from '../../../ports/supervisor.ts';
import { processesIn } from './control-groups.ts';
import { isDenied, said, toolText, type UnitManager } from './manager.ts';

export interface SignalRequest {
  readonly generation: SystemdGeneration;
  readonly members: readonly Member[];
  readonly signal: 'TERM' | 'KILL';
  /** The manager was asked to stop this generation before. */
  readonly repeated: boolean;
}

export interface Signalled {
  readonly report: SignalReport;
  /** The manager has taken the request to stop the unit. */
  readonly stops: boolean;
}

/**
 * Ends the unit's processes through the manager: it knows them by their control group, so no pid can be mistaken. Right
 * before it the invocation is read again. The first TERM is a stop of the unit, after which nothing starts it again by
 * itself; a later one is the signal alone, to every process. Faults: `permission`, `probe-hung`.
 */
export async function signalUnit(
  host: Host,
  manager: UnitManager,
  request: SignalRequest,
): Promise<Signalled> {
  const { generation, members, signal, repeated } = request;
  const state = await manager.state();
  const report = {
    signal,
    sent: [] as number[],
    gone: [] as number[],
    refused: [] as { pid: number; error: string }[],
  };
  const same = state.invocation === generation.id;
  const rows = same ? ((await processesIn(host, state.control_group)) ?? []) : [];
  for (const { pid, start_ticks } of members) {
    const row = same ? await host.process(pid) : null;
    if (row === null || row.start_ticks !== start_ticks || isGone(row.state)) report.gone.push(pid);
    else if (rows.some((known) => known.pid === pid)) report.sent.push(pid);
    else report.refused.push({ pid, error: 'not a member of this generation' });
  }
  const none = report.sent.length === 0 && report.refused.length === 0;
  // Nothing of it is left, and the manager has made the next one by itself or is about to: that loop is what ends.
  const loops = none && signal === 'TERM' && (same ? state.will_restart : state.restarts > 0);
  // Without members only a start that is still to come is taken back.
  if (!loops && (!same || (members.length > 0 && report.sent.length === 0))) return { report, stops: false };
  const kills = !loops && (signal === 'KILL' || repeated);
  const result = await (kills ? manager.kill(signal) : manager.stop());
  if (result.code === 0) return { report, stops: !kills };
  const evidence = [{ kind: 'tool', text: toolText(result) }];
  if (isDenied(result))
    throw new FaultError(fault('permission', `the unit may not be stopped: ${said(result)}`, { evidence }));
  if (result.timed_out) throw new FaultError(fault('probe-hung', 'systemctl does not return', { evidence }));
  const error = said(result);
  const refused = [...report.refused, ...report.sent.map((pid) => ({ pid, error }))];
  return { report: { ...report, sent: [], refused }, stops: false };
}
