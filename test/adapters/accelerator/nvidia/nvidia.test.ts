import { describe, expect, test } from 'vitest';
import { Nvidia, type NvidiaOptions } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { GiB, MiB } from '../../../../src/core/units.ts';
import { type Frame, ScriptedHost, TOOL } from './scripted-host.ts';
import { eight, UUIDS } from './smi.ts';

const [FIRST = '', SECOND = ''] = UUIDS;
const quiet: Frame = { gpus: eight(300 * MiB) };

function scene(frame: Frame | (() => Frame), options: Partial<NvidiaOptions> = {}) {
  const scripted = new ScriptedHost(typeof frame === 'function' ? frame : () => frame);
  const accelerator = new Nvidia({
    host: scripted.host,
    tool: TOOL,
    devices: null,
    floored: [],
    environment: null,
    ...options,
  });
  return { scripted, accelerator };
}

const failing = (answer: Frame['answer']): Frame => ({ ...quiet, answer: answer ?? {} });

test('eight devices and their processes cost two calls', async () => {
  const { scripted, accelerator } = scene(quiet);
  expect(await accelerator.read([], [])).toHaveLength(8);
  expect([scripted.asked('gpu'), scripted.asked('compute-apps')]).toEqual([1, 1]);
  expect(scripted.calls[0]?.argv[0]).toBe(TOOL);
});

describe('exit codes', () => {
  test.each([
    [2, 'probe-failed', /field/],
    [3, 'probe-failed', /not available/],
    [4, 'permission', /may not be asked/],
    [6, 'device-missing', /no device/],
    [8, 'probe-failed', /power/],
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

  test.each(['', 'No devices were found\n'])('%j is no device', async (stdout) => {
    const { accelerator } = scene(failing({ stdout }));
    await expect(accelerator.read([], [])).rejects.toMatchObject({ fault: { name: 'device-missing' } });
  });
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

describe('a tool that is slow or hangs', () => {
  test('60 s for the first call, then five times the usual, at least 10 s', async () => {
    const { scripted, accelerator } = scene(quiet);
    scripted.took_ms = 30_000;
    await accelerator.read([], []);
    scripted.took_ms = 300;
    for (let look = 0; look < 5; look += 1) await accelerator.read([], []);
    const allowed = scripted.calls.map(({ options }) => options?.timeout_ms);
    expect(allowed[0]).toBe(60_000);
    expect(allowed[1]).toBe(150_000);
    expect(allowed.at(-1)).toBe(10_000);
  });

  test('while one hangs in the driver no other is started; when it is gone, they are', async () => {
    const { scripted, accelerator } = scene(
      failing({ code: null, signal: null, timed_out: true, took_ms: 60_500 }),
    );
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-hung', message: expect.stringContaining('left behind') },
    });
    const [stuck] = scripted.calls;
    scripted.add({ pid: 900, argv: stuck?.argv ?? [], state: 'D' });
    scripted.frame = () => quiet;
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-hung', data: { pid: 900 } },
    });
    expect(scripted.calls).toHaveLength(1);
    scripted.end(900);
    expect(await accelerator.read([], [])).toHaveLength(8);
  });

  test('one that could be ended hinders nobody', async () => {
    let first = true;
    const { accelerator } = scene(() => {
      const frame = first ? failing({ code: null, signal: 'SIGKILL', timed_out: true }) : quiet;
      first = false;
      return frame;
    });
    await expect(accelerator.read([], [])).rejects.toMatchObject({ fault: { name: 'probe-hung' } });
    expect(await accelerator.read([], [])).toHaveLength(8);
  });

  test('two looks at once are one after the other', async () => {
    const { scripted, accelerator } = scene(quiet);
    let open = 0;
    const { run } = scripted;
    scripted.run = async (argv, options) => {
      open += 1;
      expect(open).toBe(1);
      await Promise.resolve();
      open -= 1;
      return run.call(scripted, argv, options);
    };
    await Promise.all([accelerator.read([], []), accelerator.read([], [])]);
    expect(scripted.calls).toHaveLength(4);
  });
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
    ['', UUIDS],
    ['0,99', UUIDS],
    ['GPU-', UUIDS],
    ['MIG-GPU-x/1/0', UUIDS],
  ])('CUDA_VISIBLE_DEVICES=%s; what cannot be resolved means all', async (value, expected) => {
    expect(await ids(quiet, { environment: { CUDA_VISIBLE_DEVICES: value } })).toEqual(expected);
  });

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

  test('a device that is split is refused with a clear text', async () => {
    const gpus = eight(GiB).with(0, { uuid: FIRST, used: '[Insufficient Permissions]', mig: 'Enabled' });
    await expect(scene({ gpus }).accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'memory-unknown', message: expect.stringContaining('MIG'), data: { device: FIRST } },
    });
    const others = await scene({ gpus }, { devices: [SECOND] }).accelerator.read([], []);
    expect(others.map((device) => device.id)).toEqual([SECOND]);
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
