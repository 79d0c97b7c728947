import { SECOND } from '../../core/units.ts';
import { crash } from './failure/crash.ts';
import type { Launch } from './launch.ts';
import { argumentsPhase } from './phases/args.ts';
import { distributedPhase } from './phases/dist.ts';
import { draftPhase } from './phases/draft.ts';
import { drawDurations, PHASES, type PhaseName } from './phases/durations.ts';
import { graphsPhase } from './phases/graphs.ts';
import { httpPhase } from './phases/http.ts';
import { cachePhase } from './phases/kv.ts';
import type { Phase } from './phases/phase.ts';
import { warmUpPhase } from './phases/warmup.ts';
import { weightsPhase } from './phases/weights.ts';

const PHASE_OF: Readonly<Record<PhaseName, Phase>> = {
  args: argumentsPhase,
  dist: distributedPhase,
  weights: weightsPhase,
  kv: cachePhase,
  graphs: graphsPhase,
  draft: draftPhase,
  http: httpPhase,
  warmup: warmUpPhase,
};

/** Scripted crashes and stalls come so far into their phase. */
const FAULT_SHARE = 0.45;
const RESTART_LOOP_AFTER = 6 * SECOND;
const REBOOT_AFTER = 100 * SECOND;

/** Plays the whole load, phase after phase, with the faults that belong to it. */
export function load(launch: Launch): void {
  const { random, load_s, arguments: given, timers, machine } = launch;
  const durations = drawDurations(random, load_s, given.draft.algorithm !== 'none');
  const walk = (at: number) => {
    const phase = PHASES[at];
    if (phase === undefined) return;
    const length = durations[phase];
    PHASE_OF[phase](launch, length);
    const fault = faultIn(launch, phase);
    if (fault !== null) timers.after(length * FAULT_SHARE, () => fault(launch));
    timers.after(length, () => walk(at + 1));
  };
  walk(0);
  const scale = Math.min(1, load_s / 420);
  if (loops(launch)) timers.after(RESTART_LOOP_AFTER * scale, () => crash(launch, 'args'));
  if (launch.fault('reboot') !== null) timers.after(REBOOT_AFTER * scale, () => machine.kernel.reboot());
}

/** From its start on the server dies again and again. */
function loops(launch: Launch): boolean {
  const fault = launch.machine.faults.find('restart-loop');
  return fault !== null && launch.start >= (fault.start ?? 2);
}

function faultIn(launch: Launch, phase: PhaseName): ((launch: Launch) => void) | null {
  const crashing = launch.fault('crash');
  if (crashing !== null && (crashing.phase ?? 'graphs') === phase) return () => crash(launch, phase);
  const stalling = launch.fault('stall');
  if (stalling !== null && (stalling.phase ?? 'weights') === phase) return stall;
  return null;
}

/** Every process lives on and does nothing: no line, no CPU time, no I/O, memory as it was. */
function stall(launch: Launch): void {
  launch.timers.clear();
  for (const self of [launch.self, ...launch.helpers()]) self.use({ cpu_per_s: 0, read_bytes_per_s: 0 });
}
