import { describe, expect, it } from 'vitest';
import { GiB, MiB } from '../../../src/core/units.ts';
import { book, type Scene, scene, spawn } from '../machine.ts';

const SMI = '/usr/bin/nvidia-smi';
const CSV = '--format=csv,noheader,nounits';

function run(built: Scene, ...words: string[]) {
  return built.clock.run(built.host.run([SMI, ...words], { timeout_ms: 20_000 }));
}

/** The devices' own random facts, as hand-written text refers to them. */
function facts(built: Scene): { uuid: string; used: number }[] {
  return built.machine.devices.read().map(({ uuid, used_bytes }) => ({ uuid, used: used_bytes / MiB }));
}

const NAME = 'NVIDIA RTX PRO 6000 Blackwell Server Edition';

describe('nvidia-smi of the simulated machine', () => {
  it('answers a query for devices with one line each, in MiB', async () => {
    const built = scene({ devices: 2 });
    spawn(built, { start: (self) => void self.allocate(1, 70.0004 * GiB) });
    const [a, b] = facts(built);
    const fields =
      'index,uuid,pci.bus_id,name,memory.total,memory.used,memory.free,memory.reserved,utilization.gpu,mig.mode.current,persistence_mode,compute_mode,display_active,driver_version';
    const { code, stdout, stderr, took_ms } = await run(built, `--query-gpu=${fields}`, CSV);
    const floor = a?.used ?? 0;
    const held = Math.round(b?.used ?? 0);
    expect(stdout).toBe(
      `0, ${a?.uuid}, 00000000:11:00.0, ${NAME}, 97887, ${floor}, ${97_887 - floor}, 0, 0, Disabled, Enabled, Default, Disabled, 580.95.05\n` +
        `1, ${b?.uuid}, 00000000:21:00.0, ${NAME}, 97887, ${held}, ${97_887 - held}, 0, 0, Disabled, Enabled, Default, Disabled, 580.95.05\n`,
    );
    expect(held).toBeGreaterThanOrEqual(71_680 + 590);
    expect([code, stderr]).toEqual([0, '']);
    expect(took_ms).toBeGreaterThan(50);
    expect(a?.uuid).toMatch(/^GPU-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('header and units are there unless they are refused', async () => {
    const built = scene({ devices: 1 });
    const [a] = facts(built);
    const plain = await run(built, '--query-gpu=index,memory.used,utilization.gpu', '--format=csv');
    expect(plain.stdout).toBe(`index, memory.used [MiB], utilization.gpu [%]\n0, ${a?.used} MiB, 0 %\n`);
    const bare = await run(built, '--query-gpu=index,memory.used', '--format=csv,nounits');
    expect(bare.stdout).toBe(`index, memory.used [MiB]\n0, ${a?.used}\n`);
  });

  it('lists who holds memory; nobody is empty output and exit code 0', async () => {
    const built = scene({ devices: 2 });
    const query = ['--query-compute-apps=gpu_uuid,pid,process_name,used_gpu_memory', CSV];
    expect(await run(built, ...query)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const self = spawn(
      built,
      { start: (own) => void own.allocate(1, 3 * GiB) },
      { argv: ['sglang::scheduler_TP1'] },
    );
    expect((await run(built, ...query)).stdout).toBe(
      `${facts(built)[1]?.uuid}, ${self.pid}, sglang::scheduler_TP1, 3072\n`,
    );
  });

  it('an unknown field is said on stdout, with exit code 2', async () => {
    const built = scene({ devices: 1 });
    expect(await run(built, '--query-gpu=index,memory.sued', CSV)).toMatchObject({
      code: 2,
      stdout: 'Field "memory.sued" is not a valid field to query.\n\n',
      stderr: '',
    });
    expect((await run(built, '--frobnicate')).code).toBe(2);
  });

  it('the same question has the answer of its own moment', async () => {
    const built = scene({ devices: 1 });
    const query = ['--query-gpu=memory.used', CSV];
    const asked = async (): Promise<number> => Number((await run(built, ...query)).stdout);
    const floor = await asked();
    const self = spawn(built, { start: (own) => void own.allocate(0, 4 * GiB) });
    expect([await asked(), await asked()]).toEqual([floor + 4096, floor + 4096]);
    self.release(0, GiB);
    expect(await asked()).toBe(floor + 3072);
    self.die('KILL');
    const falling = [await asked(), await asked(), await asked()];
    await built.clock.advance(5000);
    falling.push(await asked());
    expect(falling.at(-1)).toBeLessThan(floor + 3072);
    await built.clock.advance(90_000);
    expect(await asked()).toBe(floor);
  });

  it('-L lists them, -i chooses, and where there is none that is said with exit code 6', async () => {
    const built = scene({ devices: 2 });
    const [a, b] = facts(built);
    expect((await run(built, '-L')).stdout).toBe(
      `GPU 0: ${NAME} (UUID: ${a?.uuid})\nGPU 1: ${NAME} (UUID: ${b?.uuid})\n`,
    );
    for (const id of ['1', b?.uuid ?? '', '00000000:21:00.0']) {
      expect((await run(built, '-i', id, '--query-gpu=uuid', CSV)).stdout).toBe(`${b?.uuid}\n`);
    }
    expect(await run(built, '-i', '7', '--query-gpu=uuid', CSV)).toMatchObject({
      code: 6,
      stdout: 'No devices were found\n',
    });
  });

  it('without arguments: a table of even lines that names memory and holders', async () => {
    const built = scene({ devices: 2 });
    const self = spawn(built, { start: (own) => void own.allocate(0, 3 * GiB) }, { argv: ['python'] });
    const { stdout } = await run(built);
    const lines = stdout.split('\n').filter((line) => line !== '');
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([93]));
    expect(stdout).toContain(`${facts(built)[0]?.used ?? 0}MiB / 97887MiB`);
    expect(lines.find((line) => line.includes('python'))).toMatch(
      new RegExp(` ${self.pid} +C +python +3072MiB`),
    );
  });

  it('not-available: the memory columns of one device have no figure', async () => {
    const built = scene({ devices: 3, faults: book('not-available', { device: 1 }) });
    const { stdout } = await run(
      built,
      '--query-gpu=index,memory.total,memory.used,memory.free,display_active',
      CSV,
    );
    expect(stdout.split('\n')[1]).toBe('1, [N/A], [N/A], [N/A], Disabled');
    expect(stdout.split('\n')[2]).toMatch(/^2, 97887, \d+, \d+, Disabled$/);
    spawn(built, { start: (self) => void self.allocate(1, GiB) });
    expect((await run(built, '--query-compute-apps=used_memory', CSV)).stdout).toBe('[N/A]\n');
  });

  it('probe-hangs: after the first server it sits in the driver, and no signal ends it', async () => {
    const built = scene({ faults: book('probe-hangs', { ms: 90_000 }) });
    const self = spawn(built, { start: (own) => void own.allocate(1, GiB) });
    expect((await run(built, '-L')).code).toBe(0);
    self.exit(0);
    expect(await run(built, '-L')).toMatchObject({
      code: null,
      signal: null,
      timed_out: true,
      took_ms: 20_000,
    });
    const stuck = (await built.host.processes()).find(({ argv }) => argv[0] === SMI);
    expect(stuck).toMatchObject({ argv: [SMI, '-L'], state: 'D' });
    built.machine.kernel.kill(stuck?.pid ?? 0, 'KILL');
    expect(await built.host.process(stuck?.pid ?? 0)).not.toBeNull();
    await built.clock.advance(90_000);
    expect(await built.host.process(stuck?.pid ?? 0)).toBeNull();
    expect((await run(built, '-L')).code).toBe(0);
  });
});
