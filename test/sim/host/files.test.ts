import { describe, expect, it } from 'vitest';
import { scene } from '../machine.ts';

describe('files of the simulated machine', () => {
  it('are written, listed and removed; a folder goes with its last file', async () => {
    const { clock, host, machine } = scene();
    await host.writeText('/run/systemd/system/llm.service.d/zz.conf', '[Service]\n');
    await host.writeText('/run/systemd/system/llm.service', 'x');
    expect(await host.list('/run/systemd/system')).toEqual(['llm.service', 'llm.service.d']);
    expect(await host.list('/run/systemd/system/')).toEqual(['llm.service', 'llm.service.d']);
    expect(await host.remove('/run/systemd/system/llm.service.d/zz.conf')).toBe(true);
    expect(await host.remove('/run/systemd/system/llm.service.d/zz.conf')).toBe(false);
    expect(await host.list('/run/systemd/system')).toEqual(['llm.service']);
    expect(await host.list('/run/systemd/system/llm.service.d')).toBeNull();
    machine.files.place('/models/k26/model-00001.safetensors', { size_bytes: 9e9, uid: 990, mode: 0o640 });
    expect(await host.file('/models/k26/model-00001.safetensors')).toMatchObject({
      size_bytes: 9e9,
      uid: 990,
      mode: 0o640,
      mtime_ns: String(BigInt(clock.wall()) * 1_000_000n),
    });
  });

  it('one that is written again is another one', async () => {
    const { clock, host } = scene();
    await host.writeText('/etc/x', 'a');
    const before = await host.file('/etc/x');
    await clock.advance(1000);
    await host.writeText('/etc/x', 'a');
    const after = await host.file('/etc/x');
    expect(after?.inode).not.toBe(before?.inode);
    expect(BigInt(after?.mtime_ns ?? 0) - BigInt(before?.mtime_ns ?? 0)).toBe(1_000_000_000n);
  });
});
