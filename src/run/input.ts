import type { ChangeInput } from '../core/change/types.ts';
import type { SweepState } from '../core/sweep/state.ts';
import { HOUR } from '../core/units.ts';
import type { RunRequest } from './api.ts';
import type { HookRunner } from './hooks.ts';
import { longestLoad } from './known-load.ts';
import { isFinal } from './rules.ts';
import type { ChangePurpose } from './session.ts';

/** Everything that a change knows at its beginning, from the configuration and from what the run has witnessed. */
export async function initialInput(
  state: SweepState,
  request: RunRequest,
  purpose: ChangePurpose,
  change: number,
  hooks: HookRunner,
): Promise<ChangeInput> {
  const { configuration, options } = request.stored;
  const { limits } = configuration;
  const given = configuration.accelerator.floor;
  const { cores } = await request.ports.host.identity();
  // once, before the first measurement or stop; a restore waits for nobody
  const first = !state.drained && purpose.goal.kind === 'setting';
  return {
    change,
    goal: purpose.goal,
    trial: purpose.trial,
    start: purpose.start,
    attempt: purpose.attempt,
    endpoint: configuration.endpoint,
    limits: {
      ...limits,
      load_ms: limits.load_ms ?? Math.max(HOUR, 4 * (longestLoad(state, request.stored) ?? 0)),
    },
    engine: request.ports.engine_definition,
    api: configuration.workloads[0]?.api ?? 'completions',
    log_file: purpose.log_file,
    cores,
    ours: state.generations.map((own) => own.generation).reverse(),
    spent: [
      ...spentGenerations(state),
      ...(isFinal(request.stored, purpose.replicate) ? measuredGenerations(state) : []),
    ],
    watch_traffic: purpose.watch_traffic,
    under_traffic: options.under_traffic,
    drain: first && (limits.drain_ms > 0 || hooks.has('drain')),
    has_drain_hook: hooks.has('drain'),
    has_before_stop_hook: hooks.has('before_stop'),
    floor: { ...state.floor, ...given },
    floor_given: Object.keys(given),
    floor_derived: state.original?.generation != null && state.released_at === null,
    members: state.generations.flatMap((own) => own.members),
    peak_bytes: state.peak_bytes,
    garbage_is_normal: state.garbage_is_normal,
  };
}

/** Servers of starts that have ended: measured once, they are no second start. */
function measuredGenerations({ trials }: SweepState): ChangeInput['spent'] {
  return trials
    .flatMap((trial) => trial.starts.map((start) => start.generation))
    .filter((generation) => generation !== null);
}

/** Finished starts whose server itself was the failure; a void measurement or an interrupt says nothing against it. */
function spentGenerations({ trials }: SweepState): ChangeInput['spent'] {
  const failed = trials.flatMap((trial) =>
    trial.starts.filter(
      ({ fault }) => fault !== null && fault.scope !== 'measurement' && fault.name !== 'interrupted',
    ),
  );
  return failed.map((start) => start.generation).filter((generation) => generation !== null);
}
