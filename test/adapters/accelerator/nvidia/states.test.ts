import { describe, expect, test } from 'vitest';
import { GiB } from '../../../../src/core/units.ts';
import { failing, quiet, scene } from './scene.ts';
import { eight, UUIDS } from './smi.ts';

const [FIRST = ''] = UUIDS;

describe('exit codes', () => {
  test.each([
    [2, 'probe-failed', /field/],
    [3, 'probe-failed', /not available/],
    [4, 'permission', /may not be asked/],
    [6, 'device-missing', /no device/],
    [8, 'probe-failed', /power/],
    [10, 'probe-failed', /interrupt/],
    [9, 'probe-failed', /driver is not loaded/],
    [12, 'probe-failed', /library is not found/],
    [13, 'probe-failed', /another version/],
    [14, 'probe-failed', /infoROM/],
    [15, 'device-missing', /fell off the bus/],
    [255, 'probe-failed', /exit code 255/],
  ])('%i is %s, with the words of the tool', async (code, name, message) => {
    const { accelerator } = scene(failing({ code, stdout: 'words of the \u001b[31mtool\n' }));
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: {
        name,
        message: expect.stringMatching(message),
        data: { code },
        evidence: [{ kind: 'tool', text: expect.stringContaining('words of the \\x1b[31mtool') }],
      },
    });
  });

  test('a signal that ended it is no answer', async () => {
    const { accelerator } = scene(failing({ code: null, signal: 'SIGSEGV' }));
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-failed', message: expect.stringContaining('SIGSEGV') },
    });
  });

  test('text that is no table is quoted, also with exit code 0', async () => {
    const stdout = 'Unable to determine the device handle for GPU0000:03:00.0: Unknown Error\n';
    const { accelerator } = scene(failing({ stdout }));
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-failed', message: expect.stringContaining(stdout.trim()) },
    });
  });

  test.each([
    [
      255,
      'Unable to determine the device handle for GPU0000:03:00.0: GPU is lost.  Reboot the system to recover this GPU\n',
    ],
    [0, 'Unable to determine the device handle for GPU 0000:03:00.0: GPU is lost.\n'],
    [
      0,
      '0, [GPU is lost], 00000000:03:00.0, [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost], [GPU is lost]\n',
    ],
    [15, 'The GPU has fallen off the bus or has otherwise become inaccessible.\n'],
  ])('with exit code %i, %j is a lost device', async (code, stdout) => {
    const { accelerator } = scene(failing({ code, stdout }));
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'device-missing', message: expect.stringMatching(/lost|fell off/) },
    });
  });

  test('a process may call itself lost', async () => {
    const { accelerator } = scene({
      ...quiet,
      apps: [{ uuid: FIRST, pid: 9, used: GiB, name: 'GPU is lost' }],
    });
    expect(await accelerator.read([], [])).toHaveLength(8);
  });

  test.each(['', 'No devices were found\n'])('%j is no device', async (stdout) => {
    const { accelerator } = scene(failing({ stdout }));
    await expect(accelerator.read([], [])).rejects.toMatchObject({ fault: { name: 'device-missing' } });
  });
});

describe('cells without a number are unknown, one by one', () => {
  test.each([
    '[N/A]',
    'N/A',
    '[Not Supported]',
    '[Insufficient Permissions]',
    '[Unknown Error]',
    '[GPU requires reset]',
    'ERR!',
  ])('%s', async (cell) => {
    const gpus = eight(GiB).with(0, { uuid: FIRST, used: cell, free: cell, total: cell });
    const [device, other] = await scene({ gpus }).accelerator.read([], []);
    expect(device).toMatchObject({ used_bytes: null, free_bytes: null, total_bytes: null, shared: false });
    expect(other?.used_bytes).toBe(GiB);
    const apps = [{ uuid: FIRST, pid: 9, used: cell, name: '[Insufficient Permissions]' }];
    const [held] = await scene({ ...quiet, apps }).accelerator.read([], []);
    expect(held?.holders).toMatchObject([{ pid: 9, user: 'unknown', used_bytes: null, ours: false }]);
  });

  test.each(['', '-1', '1e3', '0x10', '3.5', '[', 'free'])('%j is no cell: the look fails', async (cell) => {
    const gpus = eight(GiB).with(0, { uuid: FIRST, used: cell });
    await expect(scene({ gpus }).accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-failed' },
    });
  });
});
