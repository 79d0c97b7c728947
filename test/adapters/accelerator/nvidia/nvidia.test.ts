import { describe, expect, test } from 'vitest';
import type { Nvidia, NvidiaOptions } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { GiB } from '../../../../src/core/units.ts';
import { failing, quiet, scene } from './scene.ts';
import { type Frame, TOOL } from './scripted-host.ts';
import { eight, UUIDS } from './smi.ts';

const [FIRST = '', SECOND = ''] = UUIDS;

test('eight devices and their processes cost two calls', async () => {
  const { scripted, accelerator } = scene(quiet);
  expect(await accelerator.read([], [])).toHaveLength(8);
  expect([scripted.asked('gpu'), scripted.asked('compute-apps')]).toEqual([1, 1]);
  expect(scripted.calls[0]?.argv[0]).toBe(TOOL);
});

test('fields that an old driver does not know are left out, for good', async () => {
  const { scripted, accelerator } = scene(quiet);
  scripted.frame = () =>
    scripted.calls.at(-1)?.argv[1]?.includes('display_active') === true
      ? failing({ code: 2, stdout: 'Field "display_active" is not a valid field to query.\n' })
      : quiet;
  expect(await accelerator.read([], [])).toHaveLength(8);
  expect(await accelerator.read([], [])).toHaveLength(8);
  expect(scripted.asked('gpu')).toBe(3);
});

describe('which devices', () => {
  const ids = async (frame: Frame, options: Partial<NvidiaOptions>) =>
    (await scene(frame, options).accelerator.read([], [])).map((device) => device.id);

  test('those that the configuration names; one that is not listed is missing', async () => {
    expect(await ids(quiet, { devices: [SECOND, FIRST] })).toEqual([FIRST, SECOND]);
    await expect(ids(quiet, { devices: [FIRST, 'GPU-none'] })).rejects.toMatchObject({
      fault: { name: 'device-missing', data: { device: 'GPU-none', listed: UUIDS } },
    });
  });

  test.each([
    ['6,1', [UUIDS[1], UUIDS[6]]],
    [`${SECOND}`, [SECOND]],
    ['GPU-1a7c,GPU-0', [FIRST, SECOND]],
    ['3,-1,4', [UUIDS[3]]],
    ['3,,4', [UUIDS[3]]],
    [`0, ${SECOND}`, [FIRST, SECOND]],
    ['0,99', UUIDS],
    ['GPU-', UUIDS],
    ['GPU', UUIDS],
    ['MIG-GPU-x/1/0', UUIDS],
  ])('CUDA_VISIBLE_DEVICES=%s; what cannot be resolved means all', async (value, expected) => {
    expect(await ids(quiet, { environment: { CUDA_VISIBLE_DEVICES: value } })).toEqual(expected);
  });

  test.each(['', ' ', '-1', 'NoDevFiles', '-1,0'])(
    'CUDA_VISIBLE_DEVICES=%j shows none: the memory of the host is watched',
    async (value) => {
      const looked = scene(quiet, { environment: { CUDA_VISIBLE_DEVICES: value } });
      looked.scripted.memory = { total_bytes: 64 * GiB, available_bytes: 60 * GiB };
      expect(await looked.accelerator.read([], [])).toMatchObject([
        { id: 'host', shared: true, free_bytes: 60 * GiB },
      ]);
    },
  );

  test('numbers mean something only where all are alike, or the order is that of the bus', async () => {
    const mixed = { gpus: eight(0).map((gpu, i) => (i === 0 ? { ...gpu, name: 'NVIDIA T400' } : gpu)) };
    expect(await ids(mixed, { environment: { CUDA_VISIBLE_DEVICES: '1' } })).toEqual(UUIDS);
    const environment = { CUDA_VISIBLE_DEVICES: '1', CUDA_DEVICE_ORDER: 'PCI_BUS_ID' };
    expect(await ids(mixed, { environment })).toEqual([SECOND]);
  });

  test('the running service says it by its environment, and that is remembered when it is gone', async () => {
    const { scripted, accelerator } = scene(quiet);
    const leader = scripted.add({ pid: 50 });
    const child = scripted.add({ pid: 51, ppid: 50 });
    scripted.environments.set(50, { CUDA_VISIBLE_DEVICES: '0,1' });
    scripted.environments.set(51, { CUDA_VISIBLE_DEVICES: '1' });
    expect(await accelerator.read([], [])).toHaveLength(8);
    expect(await accelerator.read([leader, child], [])).toHaveLength(2);
    scripted.end(50);
    scripted.end(51);
    expect(await accelerator.read([leader, child], [])).toHaveLength(2);
    const next = scripted.add({ pid: 60 });
    scripted.environments.set(60, { CUDA_VISIBLE_DEVICES: '2' });
    expect(await accelerator.read([next], [])).toHaveLength(3);
  });

  test('a device on which a member holds memory belongs to it, whatever its environment says', async () => {
    const frame = { gpus: eight(GiB), apps: [{ uuid: UUIDS[7] ?? '', pid: 50, used: GiB }] };
    const { scripted, accelerator } = scene(frame, { environment: { CUDA_VISIBLE_DEVICES: '0' } });
    const read = await accelerator.read([scripted.add({ pid: 50 })], []);
    expect(read.map((device) => device.id)).toEqual([FIRST, UUIDS[7]]);
  });
});

describe('who holds the memory', () => {
  const holding = (pid: number, used: number | string = GiB, name = 'python3'): Frame => ({
    gpus: eight(2 * GiB),
    apps: [{ uuid: FIRST, pid, used, name }],
  });
  const holdersOf = async ({ accelerator }: ReturnType<typeof scene>, ours: Parameters<Nvidia['read']>[0]) =>
    (await accelerator.read(ours, []))[0]?.holders;

  test('a stranger is named by pid, user and command from the process table', async () => {
    const looked = scene(holding(77));
    looked.scripted.add({ pid: 77, user: 'eve', argv: ['train.py', '--all'] });
    expect(await holdersOf(looked, [])).toEqual([
      { pid: 77, user: 'eve', command: 'train.py --all', used_bytes: GiB, ours: false },
    ]);
  });

  test('a pid that another process has taken over is not ours', async () => {
    const looked = scene(holding(77));
    const member = looked.scripted.add({ pid: 77 });
    expect(await holdersOf(looked, [{ ...member, start_ticks: 1 }])).toMatchObject([{ ours: false }]);
    expect(await holdersOf(looked, [member])).toMatchObject([{ ours: true }]);
  });

  test('a pid that no process table knows is ours if a member had it', async () => {
    const looked = scene(holding(77, GiB, '[Not Found]'));
    const member = looked.scripted.add({ pid: 77 });
    looked.scripted.end(77);
    expect(await holdersOf(looked, [member])).toMatchObject([{ pid: 77, ours: true }]);
    expect(await holdersOf(looked, [])).toEqual([
      { pid: 77, user: 'unknown', command: '[Not Found] (no such process)', used_bytes: GiB, ours: false },
    ]);
  });

  test('memory that is not told is unknown, and several contexts of a process are one holder', async () => {
    expect(await holdersOf(scene(holding(77, '[N/A]')), [])).toMatchObject([{ used_bytes: null }]);
    const app = { uuid: FIRST, pid: 77, used: GiB };
    expect(await holdersOf(scene({ gpus: eight(3 * GiB), apps: [app, app] }), [])).toMatchObject([
      { pid: 77, used_bytes: 2 * GiB },
    ]);
  });
});

test('a device that was there and is not listed any more is missing', async () => {
  const { scripted, accelerator } = scene(quiet);
  await accelerator.read([], []);
  scripted.frame = () => ({ gpus: eight(GiB).slice(0, 7) });
  await expect(accelerator.read([], [])).rejects.toMatchObject({
    fault: { name: 'device-missing', data: { device: UUIDS[7] } },
  });
});
