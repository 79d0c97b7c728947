import { SECOND } from '../../../core/units.ts';
import type { Launch } from '../launch.ts';
import { endTree } from './end-tree.ts';

/** A worker is lost: the main process hears of it by SIGQUIT and ends the whole tree, at service only after a while. */
export function endCrashed(launch: Launch): void {
  if (launch.ending) return;
  launch.ending = true;
  launch.timers.clear();
  launch.engine?.halt();
  const loading = launch.condition === 'loading';
  launch.timers.after(loading ? 0.2 * SECOND : 0.1 * SECOND, () => {
    if (loading)
      return launch.say('Received sigquit from a child process. It usually means the child failed.');
    launch.say('SIGQUIT received. signum=None, frame=None. It usually means one child failed.');
    launch.say('Sleeping 5 seconds before crash diagnostics to let GPU activity settle.');
  });
  launch.timers.after(loading ? 0.4 * SECOND : 5 * SECOND, () => endTree(launch));
}
