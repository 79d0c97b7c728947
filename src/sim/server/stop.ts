import { type Milliseconds, SECOND } from '../../core/units.ts';
import { endTree } from './failure/end-tree.ts';
import type { Launch } from './launch.ts';

/** Requests in flight get so long; then the server ends all the same. */
const LONGEST_DRAIN: Milliseconds = 15 * SECOND;
/** Eight ranks need some seconds to come to an end even where nothing runs. */
const IDLE_DRAIN: readonly [Milliseconds, Milliseconds] = [9 * SECOND, 13 * SECOND];

/**
 * SIGTERM after the first request: no more requests are taken, health says 503, `/v1/models` still answers; when the
 * running ones are done, or after 15 s, the server kills its own tree. So a clean stop is `status=9/KILL` too.
 */
export function drain(launch: Launch): void {
  if (launch.condition === 'stopping' || launch.ending) return;
  launch.condition = 'stopping';
  launch.say('SIGTERM received. signum=None frame=None. Draining requests and shutting down...');
  const began = launch.machine.time.now();
  const look = () => {
    const batch = launch.engine?.batch();
    const left = (batch?.running ?? 0) + (batch?.queued ?? 0);
    launch.say(
      `Gracefully exiting... Remaining number of requests ${left}. Remaining requests remaining_rids=[].`,
    );
    const over = left === 0 || launch.machine.time.now() - began >= LONGEST_DRAIN;
    if (over) launch.timers.after(SECOND, () => endTree(launch));
    else launch.timers.after(SECOND, look);
  };
  const [least, most] = IDLE_DRAIN;
  launch.timers.after(least + (most - least) * launch.random.uniform(), look);
}
