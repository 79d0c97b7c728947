import type { Kernel } from './machine.ts';

const ROOT_SERVICES: readonly { readonly unit: string; readonly argv: readonly string[] }[] = [
  { unit: 'systemd-journald.service', argv: ['/lib/systemd/systemd-journald'] },
  { unit: 'dbus.service', argv: ['/usr/bin/dbus-daemon', '--system', '--address=systemd:', '--nofork'] },
  { unit: 'nvidia-persistenced.service', argv: ['/usr/bin/nvidia-persistenced', '--verbose'] },
  { unit: 'ssh.service', argv: ['sshd: /usr/sbin/sshd -D [listener] 0 of 10-100 startups'] },
];

/** What runs on any such machine, after every boot. */
export function startBackground(kernel: Kernel): void {
  for (const { unit, argv } of ROOT_SERVICES) {
    kernel.spawn({
      argv,
      env: {},
      cwd: '/',
      uid: 0,
      user: 'root',
      parent: 1,
      session: 'new',
      cgroup: `/system.slice/${unit}`,
      program: { start: (self) => self.use({ rss_bytes: 18 * 1024 * 1024, cpu_per_s: 0.001 }) },
      output() {},
    });
  }
}
