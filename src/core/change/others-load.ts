import type { Evidence } from '../fault.ts';
import { type Generation, sameGeneration } from '../generation.ts';
import { type Milliseconds, seconds } from '../units.ts';
import { note } from './answers.ts';
import { describeGeneration } from './describe.ts';
import type { EngineStateFacts, LifeFacts, PortFacts, PresentFacts } from './observations.ts';
import { strangersOn } from './port-faults.ts';
import { beginProgress, observeProgress, type Progress } from './progress.ts';
import type { View } from './types.ts';

/**
 * The load of a server that this run has not started: somebody restarted the service, or the host was booted. It is not
 * interrupted either: before it would be stopped, it is waited for until it has loaded, has ended, or stands still.
 */
export interface OthersLoad {
  readonly generation: Generation;
  readonly since: Milliseconds;
  readonly progress: Progress;
  readonly resident: number | null;
}

export function beginOthersLoad(generation: Generation, now: Milliseconds): OthersLoad {
  return { generation, since: now, progress: beginProgress(now), resident: null };
}

/** A server that is up answers itself, on its own port. A stranger's word says nothing of it, nor does no word at all. */
export function isLoading(
  present: Pick<PresentFacts, 'members'>,
  port: PortFacts,
  state: EngineStateFacts | null,
): boolean {
  if (strangersOn(port, present).length > 0 || state === null) return true;
  return state.answer === 'loading' || state.answer === 'refused';
}

/** What this run has started is looked after at `loaded`, and what ended that wait may also end the load. */
export function isOthers({ input }: View, generation: Generation): boolean {
  return !input.ours.some((own) => sameGeneration(own, generation));
}

/** `over`: it may be stopped now. `patient`: another load of others that follows it is waited for, too. */
export type LoadLook =
  | { readonly over: false; readonly load: OthersLoad }
  | { readonly over: true; readonly patient: boolean; readonly evidence: Evidence };

export function lookAtLoad(
  view: View,
  load: OthersLoad,
  seen: {
    readonly life: LifeFacts;
    readonly port: PortFacts | null;
    readonly state: EngineStateFacts | null;
  },
): LoadLook {
  const { life, port, state } = seen;
  const { limits } = view.input;
  const over = (how: string, patient: boolean): LoadLook => {
    const what = `a server that this run did not start was loading (${describeGeneration(load.generation)})`;
    const text = `${what}: after ${Math.round(seconds(view.now - load.since))} s it ${how}`;
    return { over: true, patient, evidence: note('load', text) };
  };
  // what its manager starts again and again never loads; what somebody starts anew may
  if (!life.alive) return over('had ended', life.returning !== true);
  if (port !== null && port.listeners.length > 0 && !isLoading(life, port, state))
    return over('had loaded', true);
  const progress = observeProgress(load.progress, {
    now: view.now,
    life,
    life_at: view.now,
    lines: [],
    phase: null,
  });
  if (view.now - view.since >= limits.load_ms)
    return over('was still not loaded, and limits.load was over', false);
  const quiet = view.now - progress.moved_at;
  if (progress.readable && quiet >= limits.quiet_ms)
    return over(`stood still: nothing moved for ${Math.round(seconds(quiet))} s`, false);
  return { over: false, load: { ...load, progress, resident: life.rss_bytes } };
}
