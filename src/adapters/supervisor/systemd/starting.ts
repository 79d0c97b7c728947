import { type Evidence, FaultError, fault } from '../../../core/fault.ts';
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

/** One start of the unit. At the limit of starts it is lifted and tried once more. Faults: `start-refused`, `permission`. */
export async function startUnit(unit: string, manager: UnitManager, acts: OwnActs): Promise<Started> {
  const before = await manager.state();
  requireIdle(unit, before, acts);
  let result = await manager.start();
  let state = await manager.state();
  const evidence = [
    { kind: 'unit', text: `before: ${before.active} (${before.result}), ${before.restarts} restarts` },
  ];
  if (
    result.code !== 0 &&
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
    result = await manager.start();
    state = await manager.state();
  }
  const made = state.invocation !== before.invocation;
  if (made) acts.started(state.invocation);
  else if (result.timed_out) acts.waiting(state.job);
  if (state.invocation === '' || (!made && result.code !== 0)) {
    evidence.push({ kind: 'tool', text: toolText(result) });
    const name = isDenied(result) ? 'permission' : 'start-refused';
    throw new FaultError(fault(name, `systemctl start ${unit}: ${said(result)}`, { evidence }));
  }
  return { state, made, evidence };
}
