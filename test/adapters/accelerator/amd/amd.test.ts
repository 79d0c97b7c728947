import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '../../../../src/core/generation.ts';
import { GiB, MiB } from '../../../../src/core/units.ts';
import type { RunResult } from '../../../../src/ports/host.ts';
import { lookAtMemory, type Remembered } from '../../../../src/run/look-released.ts';
import type { Ports } from '../../../../src/run/ports.ts';
import { AmdMachine } from './machine.ts';

const [FIRST, SECOND] = ['0000:03:00.0', '0000:c1:00.0'] as const;
let machine: AmdMachine;

beforeEach(() => {
  machine = new AmdMachine();
});
afterEach(() => machine.remove());

function asInFixtures(): void {
  machine.saysAsIn('list', 'amd-smi-list.json');
  machine.saysAsIn('metric', 'amd-smi-metric.json');
  machine.saysAsIn('process', 'amd-smi-process.json');
}

const gone: Member = { pid: 4242, start_ticks: 1, ppid: 1, state: 'S', user: 'serve', command: 'server' };

describe('what each way tells', () => {
  test('amd-smi: megabytes are MiB, and a pid that no process has is ours if a member had it', async () => {
    asInFixtures();
    expect(await machine.amd().read([gone], [])).toEqual([
      {
        id: FIRST,
        name: `AMD device ${FIRST}`,
        used_bytes: 283 * MiB,
        free_bytes: (196_592 - 283) * MiB,
        total_bytes: 196_592 * MiB,
        holders: [],
        shared: false,
        objects: [],
      },
      expect.objectContaining({
        id: SECOND,
        used_bytes: 131_355 * MiB,
        holders: [{ pid: 4242, user: 'serve', command: 'server', used_bytes: 128 * GiB, ours: true }],
      }),
    ]);
  });

  test('rocm-smi where amd-smi fails: a process of which no device is told may be on each', async () => {
    machine.saysAsIn('rocm', 'rocm-smi.json');
    const devices = await machine.amd().read([], []);
    expect(devices.map(({ id, used_bytes }) => [id, used_bytes])).toEqual([
      [FIRST, 296_747_008],
      [SECOND, 137_735_700_480],
    ]);
    for (const { holders } of devices)
      expect(holders).toMatchObject([{ pid: 4242, used_bytes: null, ours: false }]);
  });

  test("the kernel's files where no tool works; cards of another maker are none of its", async () => {
    machine.card(0, { bus_id: '0000:00:02.0', used: 1, total: 2, vendor: '0x8086' });
    machine.card(1, { bus_id: SECOND, used: null, total: 16 * GiB });
    expect(await machine.amd().read([], [])).toMatchObject([
      { id: SECOND, used_bytes: null, free_bytes: null, total_bytes: 16 * GiB, shared: false },
    ]);
  });

  test('the way that has answered is kept: when it fails later, that is said', async () => {
    asInFixtures();
    machine.saysAsIn('rocm', 'rocm-smi.json');
    const amd = machine.amd();
    await amd.read([], []);
    machine.write('metric.json', 'Traceback (most recent call last):\n');
    await expect(amd.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-failed', message: expect.stringContaining('Traceback') },
    });
  });

  test('no tool works and the kernel lists no card: the fault of the first tool, with its words', async () => {
    await expect(machine.amd().read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-failed', message: expect.stringContaining('ModuleNotFoundError') },
    });
    const tools = { amd_smi: null, rocm_smi: null };
    await expect(machine.amd({ tools }).read([], [])).rejects.toMatchObject({
      fault: { name: 'device-missing' },
    });
  });
});

describe('what cannot be read is unknown, and what does not fit is no reading', () => {
  test('N/A, a processor with graphics, and memory of the host', async () => {
    machine.saysAsIn('list', 'amd-smi-list.json');
    machine.saysAsIn('metric', 'amd-smi-metric-gpu-data.json');
    machine.saysAsIn('process', 'amd-smi-process.json');
    const [unified, unread] = await machine.amd().read([], []);
    const memory = await machine.host.memory();
    expect(unified).toMatchObject({
      id: FIRST,
      shared: true,
      unified: true,
      total_bytes: memory?.total_bytes,
    });
    expect(unread).toMatchObject({ id: SECOND, shared: false, used_bytes: null, total_bytes: null });
  });

  test.each<[string, unknown]>([
    ['no list', { gpu_data: 'N/A' }],
    ['a device that the other list has not', [{ gpu: 7, mem_usage: {} }]],
    ['a number', 5],
  ])('metric: %s', async (_why, metric) => {
    asInFixtures();
    machine.says('metric', metric);
    await expect(machine.amd().read([], [])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
  });

  test.each<[string, unknown]>([
    ['another sentence', [{ gpu: 0, process_list: [{ process_info: 'Insufficient rights' }] }]],
    ['no list', [{ gpu: 0, process_list: 'N/A' }]],
    ['no pid', [{ gpu: 0, process_list: [{ process_info: { name: 'x', pid: 'N/A' } }] }]],
  ])('process: %s', async (_why, process) => {
    asInFixtures();
    machine.says('process', process);
    await expect(machine.amd().read([], [])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
  });

  test.each<[string, unknown, number | null]>([
    ['a number in text', { value: '283', unit: 'MB' }, 283 * MiB],
    ['a bare number', 283, 283 * MiB],
    ['gigabytes', { value: 2, unit: 'GB' }, 2 * GiB],
    ['another unit', { value: 2, unit: 'pages' }, null],
    ['less than nothing', { value: -1, unit: 'MB' }, null],
    ['no value', { unit: 'MB' }, null],
    ['a reason', '[Insufficient Permissions]', null],
    ['null', null, null],
  ])('used_vram: %s', async (_what, used_vram, bytes) => {
    asInFixtures();
    machine.says('metric', [{ gpu: 0, mem_usage: { used_vram, total_vram: { value: 8192, unit: 'MB' } } }]);
    expect((await machine.amd().read([], []))[0]?.used_bytes).toBe(bytes);
  });

  test('partitions of one device are not told apart', async () => {
    asInFixtures();
    machine.says('metric', [
      { gpu: 0, mem_usage: {} },
      { gpu: 0, mem_usage: {} },
    ]);
    machine.card(0, { bus_id: FIRST, used: 1, total: 2 });
    await expect(machine.amd().read([], [])).rejects.toMatchObject({
      fault: {
        name: 'memory-unknown',
        message: expect.stringContaining('partitions'),
        data: { device: FIRST },
      },
    });
  });

  test('a tool that hangs is left behind, and no other is asked', async () => {
    const calls: string[] = [];
    const run = async (argv: readonly string[]): Promise<RunResult> => {
      calls.push(argv[0] ?? '');
      const result = { code: null, signal: null, stdout: '', stderr: '', timed_out: true, took_ms: 60_500 };
      return { argv, ...result };
    };
    machine.card(0, { bus_id: FIRST, used: 1, total: 2 });
    const amd = machine.amd({ host: Object.assign(Object.create(machine.host), { run }) });
    await expect(amd.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-hung', message: expect.stringContaining('amd-smi did not answer in 61 s') },
    });
    expect(calls).toHaveLength(1);
  });

  test('a device that was there and is not listed any more is missing, with those that are', async () => {
    asInFixtures();
    const amd = machine.amd();
    await amd.read([], []);
    machine.says('metric', [{ gpu: 0, mem_usage: {} }]);
    await expect(amd.read([], [])).rejects.toMatchObject({
      fault: { name: 'device-missing', data: { device: SECOND, listed: [FIRST] } },
    });
  });
});

describe('who holds the memory', () => {
  beforeEach(() => {
    asInFixtures();
    machine.node(1, 8042, 0x03, 0x0123456789abcdefn);
    machine.node(2, 9123, 0xc1, 0xfedcba9876543210n);
  });

  test('the driver says it better than the tool, which was seen to charge the wrong device', async () => {
    machine.holds(4242, { 8042: 20 * GiB, 9123: 0 });
    const [first, second] = await machine.amd().read([gone], []);
    expect(first?.holders).toMatchObject([{ pid: 4242, used_bytes: 20 * GiB }]);
    expect(second?.holders).toEqual([]);
  });

  test('a process that the tool does not see is a holder all the same', async () => {
    machine.says('process', [{ gpu: 0, process_list: [{ process_info: 'No running processes detected' }] }]);
    machine.holds(4711, { 9123: 20 * GiB });
    const [first, second] = await machine.amd().read([], []);
    expect(first?.holders).toEqual([]);
    expect(second?.holders).toMatchObject([
      { pid: 4711, user: 'unknown', command: '(no such process)', used_bytes: 20 * GiB, ours: false },
    ]);
  });

  test.each([
    [{ HIP_VISIBLE_DEVICES: '1' }, [SECOND]],
    [{ CUDA_VISIBLE_DEVICES: '0' }, [FIRST]],
    [{ HIP_VISIBLE_DEVICES: '1', CUDA_VISIBLE_DEVICES: '0' }, [SECOND]],
    [{ HIP_VISIBLE_DEVICES: '', CUDA_VISIBLE_DEVICES: '0' }, [FIRST]],
    [{ HIP_VISIBLE_DEVICES: '' }, [FIRST, SECOND]],
    [{ ROCR_VISIBLE_DEVICES: '1' }, [SECOND]],
    [{ ROCR_VISIBLE_DEVICES: 'GPU-fedcba9876543210' }, [SECOND]],
    [{ ROCR_VISIBLE_DEVICES: 'GPU-0123456789ABCDEF' }, [FIRST]],
    // what the runtime has left is counted anew
    [{ ROCR_VISIBLE_DEVICES: '1', HIP_VISIBLE_DEVICES: '0' }, [SECOND]],
    [{ ROCR_VISIBLE_DEVICES: '1', HIP_VISIBLE_DEVICES: '1' }, [FIRST, SECOND]],
    [{ HIP_VISIBLE_DEVICES: '1,-1,0' }, [SECOND]],
    [{ HIP_VISIBLE_DEVICES: '9' }, [FIRST, SECOND]],
    [{ HIP_VISIBLE_DEVICES: '1', GPU_DEVICE_ORDINAL: '0' }, [FIRST, SECOND]],
    [{ ROCR_VISIBLE_DEVICES: '' }, ['host']],
    [{ HIP_VISIBLE_DEVICES: '-1' }, ['host']],
  ])('%j shows %j', async (environment, expected) => {
    machine.says('process', [{ gpu: 0, process_list: [{ process_info: 'No running processes detected' }] }]);
    const devices = await machine.amd({ environment }).read([], []);
    expect(devices.map(({ id }) => id)).toEqual(expected);
  });

  test('without the order of the driver a number means nothing', async () => {
    machine.remove();
    machine = new AmdMachine();
    asInFixtures();
    const devices = await machine.amd({ environment: { HIP_VISIBLE_DEVICES: '1' } }).read([], []);
    expect(devices).toHaveLength(2);
  });
});

test('a card on which a screen is driven is shared, unless a floor was given for it', async () => {
  machine.card(0, { bus_id: FIRST, used: GiB, total: 16 * GiB });
  machine.write('/sys/class/drm/card0-DP-1/enabled', 'enabled\n');
  machine.write('/sys/class/drm/card0-DP-2/enabled', 'disabled\n');
  expect((await machine.amd().read([], []))[0]).toMatchObject({ shared: true, display: true });
  expect((await machine.amd({ floored: [FIRST] }).read([], []))[0]?.shared).toBe(false);
  machine.write('/sys/class/drm/card0-DP-1/enabled', 'disabled\n');
  expect((await machine.amd().read([], []))[0]?.shared).toBe(false);
});

test('`wait released --floor`: back on every card for three looks, and not a look earlier', async () => {
  const amd = machine.amd();
  const ports = { accelerator: amd, clock: { now: () => 0 } } as unknown as Ports;
  const cards = (used: number): void => {
    machine.card(0, { bus_id: FIRST, used: 300 * MiB, total: 192 * GiB });
    machine.card(1, { bus_id: SECOND, used, total: 192 * GiB });
  };
  let remembered: Remembered = { good: 0, trend: null };
  const passed: boolean[] = [];
  for (const used of [90 * GiB, 300 * MiB, 300 * MiB, 300 * MiB]) {
    cards(used);
    const look = await lookAtMemory(ports, null, 500 * MiB, remembered);
    remembered = look.remembered;
    passed.push('passed' in look);
  }
  expect(passed).toEqual([false, false, false, true]);
});

test('identity: the driver and the addresses of all devices', async () => {
  asInFixtures();
  machine.write('/sys/module/amdgpu/version', '6.12.12\n');
  expect(await machine.amd().identity()).toEqual({ driver: '6.12.12', devices: [FIRST, SECOND] });
});
