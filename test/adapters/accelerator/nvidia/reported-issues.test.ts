import { describe, expect, test } from 'vitest';
import { GiB, MiB } from '../../../../src/core/units.ts';
import { FLOOR, play } from './release-scene.ts';
import type { Frame } from './scripted-host.ts';
import { type App, appText, eight, gpuText, UUIDS } from './smi.ts';

// What users of other projects reported (the number's project stands behind it), on eight devices with 70 GiB each.

const HELD = 70 * GiB;
const [FIRST = '', , THIRD = ''] = UUIDS;
const running = (pids: readonly number[]): Frame => ({
  gpus: eight(FLOOR + HELD),
  apps: pids.map((pid, rank) => ({ uuid: UUIDS[rank] ?? '', pid, used: HELD })),
});
/** While the server lives as it should; then by `after(t)`, which gives the memory of each device. */
const then =
  (after: (t: number) => Parameters<typeof eight>[0], apps: (t: number) => readonly App[] = () => []) =>
  (t: number | null, pids: readonly number[]): Frame =>
    t === null ? running(pids) : { gpus: eight(after(t)), apps: apps(t) };

describe('memory comes back later than the processes go', () => {
  test('#1 (sglang#34523): all of it is still charged 75 s after every pid has left', async () => {
    const { fault, waited_s } = await play({ frame: then((t) => (t < 75 ? FLOOR + HELD : FLOOR)) });
    expect(fault).toBeNull();
    expect(waited_s).toBeGreaterThanOrEqual(75);
    expect(waited_s).toBeLessThan(80);
  });

  test('#2 (sglang#31871): 71 GiB stand still for 60 s without any process: no fault before the limit', async () => {
    const { fault, waiting } = await play({ frame: then((t) => (t < 60 ? 71 * GiB : FLOOR)) });
    expect(fault).toBeNull();
    expect(
      waiting.some((text) => text.endsWith('most 70.7 GiB over floor on GPU-0a7c10e5..., not falling)')),
    ).toBe(true);
  });

  test('#3 (sglang#36589): a child is still listed and holds its memory after the stop', async () => {
    const late: readonly App[] = [{ uuid: THIRD, pid: 102, used: 29 * GiB }];
    const frame = then(
      (t) => (i) => (i === 2 && t < 40 ? FLOOR + 29 * GiB : FLOOR),
      (t) => (t < 40 ? late : []),
    );
    const { fault, waited_s } = await play({ frame });
    expect(fault).toBeNull();
    expect(waited_s).toBeGreaterThanOrEqual(40);
  });

  test('#21 (LMCache#4851): one device of eight is dirty, whichever it is', async () => {
    for (const [dirty] of UUIDS.entries()) {
      const frame = then(() => (i) => (i === dirty ? FLOOR + 300 * MiB + 95 * GiB * 0.01 : FLOOR));
      const { fault } = await play({ frame });
      expect(fault).toMatchObject({ name: 'memory-not-released', data: { device: UUIDS[dirty] } });
    }
  });

  test('three looks in a row must be good on every device', async () => {
    // one device after the other rises again for a look: each time the three begin anew
    let look = 0;
    const frame = then(() => {
      look += 1;
      const rising = look <= 24 && look % 3 === 0 ? Math.floor(look / 3) - 1 : -1;
      return (i) => (i === rising ? FLOOR + GiB : FLOOR);
    });
    const { fault, scripted } = await play({ frame });
    expect(fault).toBeNull();
    expect(scripted.asked('gpu')).toBeGreaterThanOrEqual(14);
  });

  test('never back: the fault carries the numbers of all eight and the trend', async () => {
    const { fault, waiting } = await play({ frame: then(() => (i) => (i < 3 ? FLOOR : FLOOR + i * GiB)) });
    expect(fault).toMatchObject({
      name: 'memory-not-released',
      message: `device ${UUIDS[7]}: 7.3 GiB in use, not falling, and 4 more not back`,
      data: { device: UUIDS[7], used: FLOOR + 7 * GiB, floor: FLOOR, trend: 'not falling' },
    });
    expect(fault?.data['devices']).toEqual(
      UUIDS.map((device, i) => ({
        device,
        used: i < 3 ? FLOOR : FLOOR + i * GiB,
        floor: FLOOR,
        back: i < 3,
        falling: false,
        holders: [],
      })),
    );
    expect(waiting.at(-1)).toContain(
      '8 devices: 3 back, 5 to go, most 7.0 GiB over floor on GPU-7a7c10e5...',
    );
  });

  test('a slow drain is seen as falling, however little a look shows of it', async () => {
    const { waiting, fault } = await play({
      frame: then((t) => (i) => FLOOR + Math.max(0, (i === 0 ? 1400 : 0) - 10 * t) * MiB),
    });
    expect(fault).toBeNull();
    expect(waiting.filter((text) => text.includes('not falling'))).toEqual([]);
  });
});

describe('somebody else holds it', () => {
  test('#22 (LMCache#4014): 60 GiB kept by another service are named with pid, user and command', async () => {
    const frame = then(
      () => (i) => (i === 2 ? FLOOR + 60 * GiB : FLOOR),
      () => [{ uuid: THIRD, pid: 900, used: 60 * GiB }],
    );
    const { fault } = await play({ frame, strangers: [900] });
    expect(fault).toMatchObject({
      name: 'memory-held-by-foreign',
      message: `device ${THIRD}: memory is held by pid 900 (user eve): other-server`,
      data: { device: THIRD, holders: [{ pid: 900, user: 'eve', command: 'other-server', ours: false }] },
    });
    expect(fault?.evidence.map(({ text }) => text)).toContain('pid 900 (user eve): other-server (60.0 GiB)');
  });

  test('#23 (LMCache#4631): a sidecar that gives its memory back is waited for', async () => {
    const left = (t: number): number => Math.max(0, 30 - t / 4) * GiB;
    const frame = then(
      (t) => (i) => (i === 2 ? FLOOR + left(t) : FLOOR),
      (t) => (left(t) > 0 ? [{ uuid: THIRD, pid: 900, used: left(t) }] : []),
    );
    expect((await play({ frame, strangers: [900] })).fault).toBeNull();
  });

  test('a little memory of a stranger does not take the blame for what was left behind', async () => {
    const frame = then(
      () => FLOOR + 60 * GiB,
      () => UUIDS.map((uuid) => ({ uuid, pid: 900, used: 27 * MiB })),
    );
    expect((await play({ frame, strangers: [900] })).fault?.name).toBe('memory-not-released');
  });

  test('#27 (VisEdit#5): a pid that no process has any more blocks, and counts as ours', async () => {
    const ghost: readonly App[] = [{ uuid: THIRD, pid: 102, used: '[N/A]', name: '[Not Found]' }];
    const { fault } = await play({
      frame: then(
        () => FLOOR,
        () => ghost,
      ),
    });
    expect(fault).toMatchObject({
      name: 'memory-not-released',
      message: expect.stringContaining('listed for pid 102 of the old server'),
    });
    // the same where an earlier generation of the run had it
    const member = { pid: 555, start_ticks: 1, ppid: 1, state: 'S', user: 'serve', command: 'old' };
    const earlier = await play({
      idle: true,
      input: { members: [member] },
      frame: () => ({ gpus: eight(FLOOR), apps: [{ uuid: FIRST, pid: 555, used: GiB }] }),
    });
    expect(earlier.fault?.message).toContain('listed for pid 555 of the old server');
  });
});

describe('what cannot be read is never empty', () => {
  test('#33 (nvitop#208): [N/A] in every cell neither crashes nor passes', async () => {
    const frame = then(() => '[N/A]');
    expect((await play({ frame })).fault).toMatchObject({ name: 'memory-unknown' });
  });

  test('#33: on unified memory the host is read instead', async () => {
    const one = [{ uuid: FIRST, used: '[N/A]', total: '[N/A]', free: '[N/A]', name: 'NVIDIA GB10' }];
    const { fault } = await play({ idle: true, frame: () => ({ gpus: one }), input: { floor: {} } });
    expect(fault).toMatchObject({ name: 'memory-unknown', message: expect.stringContaining('the kernel') });
  });

  test('#34 (StableSwarmUI#388): [Insufficient Permissions] on one device', async () => {
    const frame = then(() => (i) => (i === 5 ? '[Insufficient Permissions]' : FLOOR));
    expect((await play({ frame })).fault).toMatchObject({
      name: 'memory-unknown',
      message: `device ${UUIDS[5]} does not say how much memory is in use`,
    });
  });

  test('#35 (MindMiner#627): [Unknown Error] in one column: the others are used', async () => {
    const frame = (t: number | null, pids: readonly number[]): Frame =>
      t === null ? running(pids) : { gpus: eight(FLOOR).map((gpu) => ({ ...gpu, free: '[Unknown Error]' })) };
    expect((await play({ frame })).fault).toBeNull();
  });

  test('#37 (canonical inference-snaps#199): exit status 9', async () => {
    const answer = {
      code: 9,
      stdout: 'NVIDIA-SMI has failed because it could not communicate with the driver.\n',
    };
    const frame = (t: number | null, pids: readonly number[]): Frame =>
      t === null ? running(pids) : { answer };
    expect((await play({ frame })).fault).toMatchObject({
      name: 'probe-failed',
      message: expect.stringContaining('driver is not loaded'),
    });
  });

  test('one look that fails is passed over, and the three good ones begin anew', async () => {
    let look = 0;
    const frame = (t: number | null, pids: readonly number[]): Frame => {
      if (t === null) return running(pids);
      look += 1;
      return look === 3 ? { answer: { code: 255, stdout: 'Unknown Error\n' } } : { gpus: eight(FLOOR) };
    };
    expect((await play({ frame })).fault).toBeNull();
    expect(look).toBeGreaterThanOrEqual(3 + 2 * 3);
  });

  test('#38 (NVSentinel#684): eight rows become seven', async () => {
    const frame = (t: number | null, pids: readonly number[]): Frame =>
      t === null ? running(pids) : { gpus: eight(FLOOR).toSpliced(2, 1) };
    expect((await play({ frame })).fault).toMatchObject({ name: 'device-missing', data: { device: THIRD } });
  });

  test('#39 (dcgm-exporter#604): an error text in the place of the table is quoted', async () => {
    const stdout = 'Unable to determine the device handle for GPU0000:4E:00.0: Unknown Error\n';
    const frame = (t: number | null, pids: readonly number[]): Frame =>
      t === null ? running(pids) : { answer: { code: 255, stdout } };
    expect((await play({ frame })).fault).toMatchObject({
      name: 'probe-failed',
      message: expect.stringContaining('GPU0000:4E:00.0'),
    });
  });

  test('a tool that hangs three times is probe-hung', async () => {
    const answer = { code: null, signal: 'SIGKILL', timed_out: true, took_ms: 10_000 };
    const frame = (t: number | null, pids: readonly number[]): Frame =>
      t === null ? running(pids) : { answer };
    expect((await play({ frame })).fault?.name).toBe('probe-hung');
  });

  test('#41 (mirage#706): utilisation is never asked', async () => {
    const { scripted } = await play({ frame: then(() => FLOOR) });
    expect(scripted.calls.flatMap(({ argv }) => argv).join(' ')).not.toContain('utilization');
  });

  test('#42 (ollama#11997): a server that was gone before the first look is waited for by its level, not by a drop', async () => {
    const { fault, waited_s } = await play({ idle: true, frame: () => ({ gpus: eight(FLOOR) }) });
    expect(fault).toBeNull();
    expect(waited_s).toBeLessThan(5);
  });

  test('#46 (xpumanager#145): processes that hold more than there is are no reading of the device', async () => {
    const frame = (t: number | null, pids: readonly number[]): Frame =>
      t === null
        ? {
            gpus: eight(FLOOR + HELD),
            apps: pids.map((pid, i) => ({ uuid: UUIDS[i] ?? '', pid, used: 200 * GiB })),
          }
        : { gpus: eight(FLOOR) };
    expect((await play({ frame })).fault).toBeNull();
    const unfloored = await play({ frame, input: { floor: {} } });
    expect(unfloored.fault).toMatchObject({ name: 'memory-unknown' });
  });
});

test('the scenes print what the manual page shows', () => {
  expect(gpuText(eight(FLOOR)).split('\n')[0]).toBe(
    '0, GPU-0a7c10e5-93b4-4f0e-8d52-6a0c3b9e2f41, 00000000:00:00.0, NVIDIA RTX PRO 6000, 97280, 300, 96380, [N/A], Disabled',
  );
  expect(appText([{ uuid: FIRST, pid: 7, used: 27 * MiB }])).toBe(`${FIRST}, 7, python3, 27\n`);
});
