import { expect, test } from 'vitest';
import { chooseAccelerator } from '../../../src/adapters/accelerator/choose.ts';
import type { Configuration } from '../../../src/core/config/configuration.ts';
import type { FileFacts, Host } from '../../../src/ports/host.ts';

type Facts = Pick<FileFacts, 'kind' | 'uid' | 'mode'>;
const FOLDER: Facts = { kind: 'directory', uid: 0, mode: 0o40755 };
const PROGRAM: Facts = { kind: 'file', uid: 0, mode: 0o100755 };

function choose(
  kind: Configuration['accelerator']['kind'],
  files: Readonly<Record<string, Facts>>,
  tools: Configuration['tools'] = {},
) {
  const asked: string[] = [];
  const host = {
    file: async (path: string) => files[path] ?? null,
    list: async () => null,
    readText: async () => null,
    processes: async () => [],
    run: async (argv: readonly string[]) => {
      asked.push(argv[0] ?? '');
      return { argv, code: 9, signal: null, stdout: '', stderr: '', timed_out: false, took_ms: 1 };
    },
  } as unknown as Host;
  const service = { kind: 'process', command: ['server'], cwd: '/', env: {} } as const;
  return {
    asked,
    chosen: chooseAccelerator(
      { accelerator: { kind, devices: null, floor: {} }, service, tools },
      host,
      {},
      {},
    ),
  };
}

const AMD_FOLDER = { '/opt/rocm/bin': FOLDER };
const NODE: Facts = { kind: 'other', uid: 0, mode: 0o20666 };
const INSTALLED = { '/usr/bin': FOLDER, '/usr/bin/nvidia-smi': PROGRAM };

test.each([
  ['auto', INSTALLED, 'nvidia'],
  ['auto', {}, 'host-memory'],
  ['host-memory', INSTALLED, 'host-memory'],
  ['nvidia', INSTALLED, 'nvidia'],
  ['auto', { ...INSTALLED, '/usr/bin': { ...FOLDER, mode: 0o40777 } }, 'host-memory'],
  ['auto', { ...INSTALLED, '/usr/bin/nvidia-smi': { ...PROGRAM, uid: 1000 } }, 'host-memory'],
  ['auto', { ...AMD_FOLDER, '/opt/rocm/bin/amd-smi': PROGRAM }, 'amd'],
  ['auto', { ...AMD_FOLDER, '/opt/rocm/bin/rocm-smi': PROGRAM }, 'amd'],
  ['auto', { ...AMD_FOLDER, '/opt/rocm/bin/amd-smi': { ...PROGRAM, uid: 1000 } }, 'host-memory'],
  // no tool, but the compute driver is there: the kernel's own files tell its devices
  ['auto', { '/dev/kfd': NODE }, 'amd'],
  ['auto', { ...INSTALLED, '/dev/kfd': NODE }, 'nvidia'],
  ['amd', { ...INSTALLED, '/dev/kfd': NODE }, 'amd'],
  ['amd', {}, 'amd'],
  ['host-memory', { '/dev/kfd': NODE }, 'host-memory'],
] as const)('%s on a machine with %j is %s', async (kind, files, expected) => {
  expect((await choose(kind, files).chosen).kind).toBe(expected);
});

test('the tool that the file names is the one that is run', async () => {
  const { asked, chosen } = choose('nvidia', {}, { 'nvidia-smi': '/opt/driver/nvidia-smi' });
  await expect((await chosen).read([], [])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
  expect(asked).toEqual(['/opt/driver/nvidia-smi']);
});

test('a tool that is there and fails is never taken for no accelerator', async () => {
  const { asked, chosen } = choose('auto', { ...AMD_FOLDER, '/opt/rocm/bin/amd-smi': PROGRAM });
  await expect((await chosen).read([], [])).rejects.toMatchObject({
    fault: { name: 'probe-failed', message: expect.stringContaining('amd-smi ended with exit code 9') },
  });
  expect(asked).toEqual(['/opt/rocm/bin/amd-smi']);
});

test('asked for and not installed is a fault of the configuration', async () => {
  await expect(choose('nvidia', {}).chosen).rejects.toMatchObject({
    fault: { name: 'configuration', hint: expect.stringContaining('tools: { nvidia-smi:') },
  });
});

test.each([
  ['/proc/driver/nvidia', FOLDER],
  ['/dev/nvidiactl', NODE],
])('no memory of a device goes unwatched in silence: %s is there and no tool', async (path, facts) => {
  const untrusted = { '/usr/bin': FOLDER, '/usr/bin/nvidia-smi': { ...PROGRAM, uid: 1000 }, [path]: facts };
  await expect(choose('auto', untrusted).chosen).rejects.toMatchObject({
    fault: {
      name: 'configuration',
      message: expect.stringContaining(path),
      hint: expect.stringContaining('accelerator: host-memory'),
    },
  });
  expect((await choose('host-memory', untrusted).chosen).kind).toBe('host-memory');
  expect((await choose('auto', { ...INSTALLED, [path]: facts }).chosen).kind).toBe('nvidia');
});
