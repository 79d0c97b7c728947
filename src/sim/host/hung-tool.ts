import type { Milliseconds } from '../../core/units.ts';
import type { Kernel, SimTime } from '../machine.ts';

/** A tool that sits in the driver for so long (null: for ever) and is left behind by who called it. */
export function hungTool(
  time: SimTime,
  kernel: Kernel,
  argv: readonly string[],
  ms: Milliseconds | null,
): void {
  kernel.spawn({
    argv,
    env: {},
    cwd: '/',
    uid: 0,
    user: 'root',
    parent: 1,
    session: 'new',
    cgroup: '/user.slice/user-0.slice/session-12.scope',
    program: {
      start(self) {
        self.hang();
        if (ms !== null) time.after(ms, () => self.exit(0));
      },
    },
    output() {},
  });
}
