import type { Kernel, Program, Self, SimTime } from '../machine.ts';
import type { SimDevices } from './devices.ts';
import type { ReleaseFaults } from './release-faults.ts';

const RETRY_MS = 1000;

const ARGV = ['/home/mara/venv/bin/python', 'finetune.py', '--config', 'lora.yaml'];

/** The fault `foreign-holder`: another user's job takes device memory as soon as the server's end makes room for it. */
export function installForeignHolder(
  parts: { readonly time: SimTime; readonly kernel: Kernel; readonly devices: SimDevices },
  faults: ReleaseFaults,
): void {
  const { time, kernel, devices } = parts;
  devices.onServerEnd((next) => {
    const fault = faults.foreign(next);
    if (fault === null) return;
    const boot = kernel.boot_id;
    time.after(RETRY_MS, () => {
      if (kernel.boot_id !== boot) return;
      const program: Program = {
        start(self) {
          devices.markForeign(self.pid);
          takeWhenThereIsRoom(time, self, fault);
          if (fault.ms !== null) time.after(fault.ms, () => self.exit(0));
        },
      };
      kernel.spawn({
        argv: ARGV,
        env: { HOME: '/home/mara', USER: 'mara' },
        cwd: '/home/mara/finetune',
        uid: 1004,
        user: 'mara',
        parent: 1,
        session: 'new',
        cgroup: '/user.slice/user-1004.slice/session-31.scope',
        program,
        output() {},
      });
    });
  });
}

function takeWhenThereIsRoom(time: SimTime, self: Self, want: { device: number; bytes: number }): void {
  if (!self.alive || self.allocate(want.device, want.bytes)) return;
  time.after(RETRY_MS, () => takeWhenThereIsRoom(time, self, want));
}
