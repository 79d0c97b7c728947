import { describe, expect, test } from 'vitest';
import { failing, quiet, scene } from './scene.ts';

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

  test('beside three that earlier programs have left in the driver none is started', async () => {
    const { scripted, accelerator } = scene(quiet);
    for (const pid of [900, 901, 902]) scripted.add({ pid, argv: ['nvidia-smi', '-q'], state: 'D' });
    scripted.add({ pid: 903, argv: ['watch', '-n', '5', 'nvidia-smi'], state: 'D' });
    await expect(accelerator.read([], [])).rejects.toMatchObject({
      fault: { name: 'probe-hung', message: expect.stringContaining('pid 900, pid 901, pid 902') },
    });
    expect(scripted.calls).toEqual([]);
    scripted.end(901);
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
