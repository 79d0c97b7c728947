import { expect, test } from 'vitest';
import { HostMemory } from '../../../src/adapters/accelerator/host-memory.ts';
import { Nvidia } from '../../../src/adapters/accelerator/nvidia/nvidia.ts';
import type { Host } from '../../../src/ports/host.ts';

function nvidia(stdout: string) {
  const run = async (argv: readonly string[]) => ({
    ...{ argv, code: 0, signal: null, stdout, stderr: '', timed_out: false, took_ms: 1 },
  });
  const host = { run, processes: async () => [] } as unknown as Host;
  return new Nvidia({ host, tool: '/usr/bin/nvidia-smi', devices: null, floored: [], environment: null });
}

test('driver and devices, in an order of their own', async () => {
  expect(await nvidia('GPU-b, 580.95.05\nGPU-a, 580.95.05\n').identity()).toEqual({
    driver: '580.95.05',
    devices: ['GPU-a', 'GPU-b'],
  });
});

test.each(['', 'GPU-a, [N/A]\n', 'GPU-a\n', 'words\n'])('%j is no identity', async (stdout) => {
  await expect(nvidia(stdout).identity()).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
});

test('a driver is seen though only host memory is watched', async () => {
  const host = (files: Record<string, string>, devices: readonly string[] | null) =>
    new HostMemory({
      readText: async (path: string) => files[path] ?? null,
      list: async () => devices,
    } as unknown as Host);
  expect(await host({}, null).identity()).toEqual({ driver: null, devices: [] });
  const version = 'NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.95.05';
  expect(await host({ '/proc/driver/nvidia/version': version }, ['0000:01:00.0']).identity()).toEqual({
    driver: version,
    devices: ['0000:01:00.0'],
  });
});
