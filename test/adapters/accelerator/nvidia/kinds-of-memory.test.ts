import { describe, expect, test } from 'vitest';
import { GiB } from '../../../../src/core/units.ts';
import { quiet, scene } from './scene.ts';
import { eight, UUIDS } from './smi.ts';

const [FIRST = '', SECOND = ''] = UUIDS;

describe('kinds of memory', () => {
  test('a cell without a number is unknown, and the others of its row are used', async () => {
    const gpus = eight(GiB).with(0, { uuid: FIRST, used: '[Unknown Error]', free: 3 * GiB });
    const [device, other] = await scene({ gpus }).accelerator.read([], []);
    expect(device).toMatchObject({ used_bytes: null, free_bytes: 3 * GiB, shared: false });
    expect(other).toMatchObject({ used_bytes: GiB });
  });

  test('unified memory: that of the host, with the processes of the device', async () => {
    const gpus = [{ uuid: FIRST, used: '[N/A]', total: '[N/A]', free: '[N/A]', name: 'NVIDIA GB10' }];
    const { scripted, accelerator } = scene({ gpus, apps: [{ uuid: FIRST, pid: 77, used: GiB }] });
    await expect(accelerator.read([], [])).rejects.toMatchObject({ fault: { name: 'memory-unknown' } });
    scripted.memory = { total_bytes: 128 * GiB, available_bytes: 100 * GiB };
    expect(await accelerator.read([], [])).toMatchObject([
      { id: FIRST, used_bytes: 28 * GiB, free_bytes: 100 * GiB, shared: true, holders: [{ pid: 77 }] },
    ]);
  });

  test('beside a unified chip a discrete device keeps memory of its own', async () => {
    const cells = { used: '[Not Supported]', total: '[Not Supported]', free: '[Not Supported]' };
    const gpus = [
      { uuid: FIRST, ...cells, name: 'Orin (nvgpu)' },
      { uuid: SECOND, used: GiB },
    ];
    const { scripted, accelerator } = scene({ gpus });
    scripted.memory = { total_bytes: 64 * GiB, available_bytes: 60 * GiB };
    expect(await accelerator.read([], [])).toMatchObject([
      { id: FIRST, shared: true, unified: true, free_bytes: 60 * GiB },
      { id: SECOND, shared: false, used_bytes: GiB },
    ]);
  });

  test('unified memory is held by each living member, also where the driver lists no process', async () => {
    const cells = { used: '[N/A]', total: '[N/A]', free: '[N/A]' };
    const { scripted, accelerator } = scene({ gpus: [{ uuid: FIRST, ...cells, name: 'NVIDIA Thor' }] });
    scripted.memory = { total_bytes: 64 * GiB, available_bytes: 60 * GiB };
    const member = scripted.add({ pid: 50, rss_bytes: 5 * GiB });
    const answer = scripted.run.bind(scripted);
    scripted.run = async (argv, options) => ({
      ...(await answer(argv, options)),
      ...(argv[1]?.includes('compute-apps') === true ? { code: 3, stdout: 'Not Supported\n' } : {}),
    });
    expect((await accelerator.read([member], []))[0]?.holders).toMatchObject([{ pid: 50, ours: true }]);
    scripted.end(50);
    expect((await accelerator.read([member], []))[0]?.holders).toEqual([]);
  });

  test('a discrete device whose processes are not told is not read', async () => {
    const { scripted, accelerator } = scene(quiet);
    const answer = scripted.run.bind(scripted);
    scripted.run = async (argv, options) => ({
      ...(await answer(argv, options)),
      ...(argv[1]?.includes('compute-apps') === true ? { code: 3, stdout: 'Not Supported\n' } : {}),
    });
    await expect(accelerator.read([], [])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
  });

  test('the same cells on a discrete device are no unified memory', async () => {
    const gpus = eight('[N/A]').map((gpu) => ({ ...gpu, total: '[N/A]', free: '[N/A]' }));
    for (const device of await scene({ gpus }).accelerator.read([], []))
      expect(device).toMatchObject({ used_bytes: null, free_bytes: null, total_bytes: null, shared: false });
  });

  test('a display device is shared, unless a floor was given for it', async () => {
    const gpus = eight(GiB).with(0, { uuid: FIRST, used: GiB, display: 'Enabled' });
    expect((await scene({ gpus }).accelerator.read([], []))[0]).toMatchObject({
      shared: true,
      display: true,
    });
    const floored = await scene({ gpus }, { floored: [FIRST] }).accelerator.read([], []);
    expect(floored[0]?.shared).toBe(false);
  });
});
