import type { StopState } from './state.ts';

/** What the manager says when a stop takes too long. */
export function timeOutText(state: StopState, kills_next: boolean): string {
  switch (state) {
    case 'stop-sigterm':
    case 'final-sigterm': {
      if (kills_next) return `State '${state}' timed out. Killing.`;
      const end = state === 'final-sigterm' ? ' Entering failed mode.' : '';
      return `State '${state}' timed out. Skipping SIGKILL.${end}`;
    }
    case 'stop-sigkill':
      return 'Processes still around after SIGKILL. Ignoring.';
    case 'final-sigkill':
      return 'Processes still around after final SIGKILL. Entering failed mode.';
  }
}
