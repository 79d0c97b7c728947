import type { Moment } from './moment.ts';
import { ACTIVE_STATES, type SubState } from './state.ts';

/** When a unit last changed; null: never since it was loaded. */
export interface UnitTimestamps {
  readonly state_change: Moment | null;
  readonly inactive_exit: Moment | null;
  readonly active_enter: Moment | null;
  readonly active_exit: Moment | null;
  readonly inactive_enter: Moment | null;
}

export const NO_TIMESTAMPS: UnitTimestamps = {
  state_change: null,
  inactive_exit: null,
  active_enter: null,
  active_exit: null,
  inactive_enter: null,
};

/** What a change of state does to the timestamps (unit_notify of systemd). */
export function stamp(times: UnitTimestamps, from: SubState, to: SubState, now: Moment): UnitTimestamps {
  const was = resting(from);
  const is = resting(to);
  const wasActive = ACTIVE_STATES[from] === 'active';
  const isActive = ACTIVE_STATES[to] === 'active';
  return {
    state_change: now,
    inactive_exit: was && !is ? now : times.inactive_exit,
    inactive_enter: !was && is ? now : times.inactive_enter,
    active_enter: !wasActive && isActive ? now : times.active_enter,
    active_exit: wasActive && !isActive ? now : times.active_exit,
  };
}

function resting(state: SubState): boolean {
  return ACTIVE_STATES[state] === 'inactive' || ACTIVE_STATES[state] === 'failed';
}
