import type { Launch } from '../launch.ts';

/**
 * SGLang's `kill_process_tree` on itself: SIGKILL to every child, then to the main process. That is how each of its
 * lives ends but those that end before the workers exist, a clean stop included.
 */
export function endTree(launch: Launch): void {
  launch.ending = true;
  launch.timers.clear();
  launch.engine?.halt();
  launch.say(
    `kill_process_tree called: parent_pid=${launch.self.pid}, include_parent=True, pid=${launch.self.pid}`,
  );
  for (const helper of launch.helpers()) helper.die('KILL');
  launch.self.die('KILL');
}
