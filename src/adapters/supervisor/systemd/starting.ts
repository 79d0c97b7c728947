import { type Evidence, FaultError, fault } from '../../../core/fault.ts';
import type { RunResult } from '../../../ports/host.ts';
import { isDenied, said, toolText, type UnitManager } from './manager.ts';
import type { OwnActs } from './own-acts.ts';
import { requireIdle } from './preparation.ts';
import type { UnitState } from './unit-state.ts';

export interface Started {
  readonly state: UnitState;
  /** False: it was running, and a start of a running unit does nothing and says that all is well. */
  readonly made: boolean;
  readonly evidence: readonly Evidence[];
}

/** A start of these goes on until the server itself says that it is ready, which may take its whole load. */
const ANNOUNCING = new Set(['notify', 'notify-reload', 'dbus']);

/** How often is looked whether a start that stands in line has begun; each look takes its time. */
const MOST_LOOKS = 50;

/** One start of the unit. At the limit of starts it is lifted and tried once more. Faults: `start-refused`, `permission`. */
export async function startUnit(unit: string, manager: UnitManager, acts: OwnActs): Promise<Started> {
  const before = await manager.state();
  requireIdle(unit, before, acts);
  let { result, state } = await begun(manager, before);
  const evidence = [
    { kind: 'unit', text: `before: ${before.active} (${before.result}), ${before.restarts} restarts` },
  ];
  if (
    (result.code !== 0 || ANNOUNCING.has(before.type)) &&
    !result.timed_out &&
    state.invocation === before.invocation &&
    state.active === 'failed'
  ) {
    // No attempt was made: the limit on starts. What it failed of is in the evidence before it is forgotten.
    evidence.push(
      { kind: 'tool', text: toolText(result) },
      { kind: 'unit', text: `${state.result}, exit ${JSON.stringify(state.exit)}` },
    );
    await manager.resetFailed();
    ({ result, state } = await begun(manager, before));
  }
  const made = state.invocation !== before.invocation;
  if (made) acts.started(state.invocation);
  else if (result.timed_out || ANNOUNCING.has(before.type)) acts.waiting(state.job);
  const nothing = state.active === 'inactive' || state.active === 'failed';
  if (state.invocation === '' || (!made && (result.code !== 0 || nothing))) {
    evidence.push({ kind: 'tool', text: toolText(result) });
    const name = isDenied(result) ? 'permission' : 'start-refused';
    const why =
      result.code === 0
        ? `nothing was started, and the unit is ${state.active} (${state.result})`
        : said(result);
    throw new FaultError(fault(name, `systemctl start ${unit}: ${why}`, { evidence }));
  }
  return { state, made, evidence };
}

async function begun(
  manager: UnitManager,
  before: UnitState,
): Promise<{ readonly result: RunResult; readonly state: UnitState }> {
  const queued = ANNOUNCING.has(before.type);
  const result = await manager.start(queued ? 'queued' : 'begun');
  let state = await manager.state();
  // What failed and was forgotten has no invocation until it begins.
  const waits = () => queued && state.job !== null && ['', before.invocation].includes(state.invocation);
  for (let looks = 0; looks < MOST_LOOKS && waits(); looks += 1) state = await manager.state();
  return { result, state };
}
