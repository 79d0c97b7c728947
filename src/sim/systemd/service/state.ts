/** Sub states of a service that occur here, and what systemd calls them at the unit level. */
export const ACTIVE_STATES = {
  dead: 'inactive',
  failed: 'failed',
  start: 'activating',
  running: 'active',
  'stop-sigterm': 'deactivating',
  'stop-sigkill': 'deactivating',
  'final-sigterm': 'deactivating',
  'final-sigkill': 'deactivating',
  'auto-restart': 'activating',
} as const;

export type SubState = keyof typeof ACTIVE_STATES;

export type StopState = 'stop-sigterm' | 'stop-sigkill' | 'final-sigterm' | 'final-sigkill';

/** True: no process is expected, and nothing will happen by itself. */
export function atRest(state: SubState): state is 'dead' | 'failed' {
  return state === 'dead' || state === 'failed';
}

export function isStopping(state: SubState): state is StopState {
  return ACTIVE_STATES[state] === 'deactivating';
}
