import { describe, expect, it } from 'vitest';
import type { Exit, Self } from '../../../src/sim/machine.ts';
import { scene, spawn } from '../machine.ts';

const UNIT = '/system.slice/llm.service';

describe('processes of the simulated machine', () => {
  it('a child has its own pid, the session and group of its parent, and goes to init when that ends', () => {
    const built = scene();
    const { kernel } = built.machine;
    let child: Self | undefined;
    let apart: Self | undefined;
    const parent = spawn(built, {
      start(self) {
        child = self.fork(['worker'], { start() {} });
        apart = self.fork(['apart'], { start() {} }, { session: 'new' });
      },
    });
    const view = kernel.process(child?.pid ?? 0);
    expect(view).toMatchObject({
      ppid: parent.pid,
      session: parent.pid,
      cgroup: UNIT,
      uid: 990,
      argv: ['worker'],
    });
    expect(kernel.process(apart?.pid ?? 0)?.session).toBe(apart?.pid);
    expect(kernel.inCgroup(UNIT)).toHaveLength(3);
    kernel.kill(parent.pid, 'KILL');
    expect(kernel.process(parent.pid)).toBeNull();
    expect(kernel.process(child?.pid ?? 0)).toMatchObject({ ppid: 1, session: parent.pid });
  });

  it('start ticks are hundredths of a second since boot', async () => {
    const built = scene({ uptime_ms: 100_000 });
    expect(spawn(built).start_ticks).toBe(10_000);
    await built.clock.advance(1234);
    expect(spawn(built).start_ticks).toBe(10_123);
  });

  it('signals: the default ends, a handler decides, KILL asks nobody', () => {
    const built = scene();
    const exits: Exit[] = [];
    const exited = (exit: Exit): void => void exits.push(exit);
    const plain = spawn(built, undefined, { exited });
    const deaf = spawn(built, { start() {}, signal: (signal) => signal === 'TERM' }, { exited });
    const { kernel } = built.machine;
    expect(kernel.kill(plain.pid, 'TERM')).toBe(true);
    expect(kernel.kill(plain.pid, 'TERM')).toBe(false);
    kernel.kill(deaf.pid, 'TERM');
    expect(deaf.alive).toBe(true);
    kernel.kill(deaf.pid, 'HUP');
    expect(exits).toEqual([
      { code: null, signal: 'TERM' },
      { code: null, signal: 'HUP' },
    ]);
    kernel.kill(1, 'KILL');
    expect(kernel.process(1)?.argv).toEqual(['/sbin/init']);
  });

  it('a stopped process hears TERM when it is continued, and one that hangs hears nothing', () => {
    const built = scene();
    const { kernel } = built.machine;
    const stopped = spawn(built);
    kernel.kill(stopped.pid, 'STOP');
    kernel.kill(stopped.pid, 'TERM');
    expect(kernel.process(stopped.pid)?.state).toBe('T');
    kernel.kill(stopped.pid, 'CONT');
    expect(kernel.process(stopped.pid)).toBeNull();
    const hung = spawn(built, { start: (self) => self.hang() });
    kernel.kill(hung.pid, 'KILL');
    expect(kernel.process(hung.pid)?.state).toBe('D');
  });

  it('CPU time and what is read are sums of their rates; a stopped process uses nothing', async () => {
    const built = scene();
    const { clock, machine, host } = built;
    const self = spawn(built, {
      start: (own) => own.use({ rss_bytes: 9e9, cpu_per_s: 0.5, read_bytes_per_s: 1e6 }),
    });
    await clock.advance(10_000);
    self.use({ cpu_per_s: 2 });
    await clock.advance(1000);
    machine.kernel.kill(self.pid, 'STOP');
    await clock.advance(60_000);
    expect(await host.process(self.pid)).toMatchObject({ rss_bytes: 9e9, cpu_ticks: 700, state: 'T' });
    expect(await host.io(self.pid)).toEqual({ read_bytes: 11_000_000, write_bytes: 0 });
    machine.kernel.kill(self.pid, 'CONT');
    await clock.advance(1000);
    expect((await host.process(self.pid))?.cpu_ticks).toBe(900);
  });

  it('a control group is there while it, or one below it, has a member', async () => {
    const built = scene();
    const { host } = built;
    const folder = `/sys/fs/cgroup${UNIT}`;
    expect(await host.readText(`${folder}/cgroup.procs`, 100)).toBeNull();
    const self = spawn(built);
    expect(await host.readText(`/proc/${self.pid}/cgroup`, 100)).toBe(`0::${UNIT}\n`);
    expect(await host.readText(`${folder}/cgroup.procs`, 100)).toBe(`${self.pid}\n`);
    expect(await host.file('/sys/fs/cgroup/system.slice')).toMatchObject({ kind: 'directory' });
    expect(await host.list('/sys/fs/cgroup/system.slice')).toContain('llm.service');
    self.exit(0);
    expect(await host.file(folder)).toBeNull();
    expect(await host.readText(`${folder}/cgroup.procs`, 100)).toBeNull();
  });

  it('a reboot leaves nothing but what is on disk', async () => {
    const built = scene({ uptime_ms: 500_000 });
    const { clock, host, machine } = built;
    const before = await host.identity();
    const exits: Exit[] = [];
    let ended = 0;
    const self = spawn(
      built,
      { start: (own) => void own.allocate(0, 1e9), ended: () => void (ended += 1) },
      { exited: (exit) => void exits.push(exit) },
    );
    await host.writeText('/run/systemd/x.conf', 'a');
    await host.writeText('/etc/x.conf', 'b');
    let boots = 0;
    machine.kernel.onBoot(() => void (boots += 1));
    machine.kernel.reboot();
    expect(machine.kernel.boot_id).not.toBe(before.boot_id);
    expect(machine.kernel.processes().map(({ pid }) => pid)).toEqual([1]);
    expect([self.alive, ended, exits, boots]).toEqual([false, 1, [], 0]);
    await expect(host.identity()).rejects.toThrow('the host does not answer');
    await expect(host.run(['/usr/bin/nvidia-smi'])).rejects.toThrow('probe-failed');
    await clock.advance(25_000);
    expect((await host.identity()).boot_id).toBe(machine.kernel.boot_id);
    expect(await host.readText('/run/systemd/x.conf', 10)).toBeNull();
    expect(await host.readText('/etc/x.conf', 10)).toBe('b');
    await clock.advance(35_000);
    expect(machine.kernel.booted_at).toBe(500_000);
    expect(spawn(built).start_ticks).toBe(6000);
    expect(boots).toBe(1);
    expect(machine.devices.read()[0]?.holders).toEqual([]);
  });
});
