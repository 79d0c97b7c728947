import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { VirtualClock, VirtualDeadlock } from '../../src/adapters/clock/virtual.ts';
import { MemoryJournal } from '../../src/adapters/journal/memory.ts';
import { MemoryLock } from '../../src/adapters/lock/memory.ts';
import type { Services } from '../../src/cli/services.ts';
import type { Present } from '../../src/ports/supervisor.ts';
import type { Ports } from '../../src/run/ports.ts';
import { FaultBook } from '../../src/sim/faults/book.ts';
import { UNIT } from '../../src/sim/story/service.ts';
import { buildStory } from '../../src/sim/story/story.ts';
import { simulatedPorts } from '../../src/wire-simulated.ts';
import { host } from '../run/doctor/patient.ts';
import { holdpoint, temporaryFolder } from './harness.ts';

/** Virtual time does not wait for code that is still to be loaded. */
beforeAll(async () => {
  await Promise.all([import('../../src/cli/commands/init.ts'), import('../../src/cli/commands/plan.ts')]);
});

async function driven<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await clock.run(promise);
    } catch (error) {
      if (!(error instanceof VirtualDeadlock)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

/** The real commands and adapters on the host of the story. */
function story(port = 30_000) {
  const clock = new VirtualClock();
  const built = buildStory({ clock, seed: 1, faults: new FaultBook([]), port });
  const services: Partial<Services> = {
    host: async () => built.host,
    async wire(configuration) {
      const { boot_id } = await built.host.identity();
      const journal = new MemoryJournal({ clock, boot_id });
      const lock = new MemoryLock({ pid: 1, start_ticks: 0, boot_id, uid: 0 });
      return simulatedPorts(configuration, built, clock, { journal, lock });
    },
  };
  const cwd = temporaryFolder();
  const call = (...argv: string[]) => driven(clock, holdpoint(argv, { clock, services, cwd, columns: 200 }));
  const systemctl = (...words: string[]) =>
    clock.run(built.host.run(['/usr/bin/systemctl', ...words], { timeout_ms: 600_000 }));
  return {
    call,
    clock,
    cwd,
    systemctl,
    built,
    read: () => readFileSync(join(cwd, 'holdpoint.yaml'), 'utf8'),
  };
}

describe('on the host of the story', () => {
  test.each(['running', 'stopped'])(
    'a unit that is %s: a first file, which `plan` takes as it is',
    async (state) => {
      const { call, read, systemctl } = story(31_234);
      if (state === 'stopped') await systemctl('stop', UNIT);
      const called = await call('init', '--from-unit', UNIT, '--json');
      expect(called.json()).toMatchObject({
        ok: true,
        data: { unit: UNIT, scope: 'system', port: 31_234, engine: 'sglang' },
      });
      expect(parse(read())).toMatchObject({
        name: 'kimi-k2-6',
        service: { kind: 'systemd', unit: UNIT },
        engine: 'sglang',
        endpoint: 'http://127.0.0.1:31234',
        parameters: { budget: { flag: '--speculative-ddtree-budget', values: [4, 8, 12, 16] } },
      });
      expect(read()).toMatch(/# window: \{ flag: --speculative-draft-window-size, values: \[null, 2048\] \}/);
      expect(read()).toContain('now 8;');
      const plan = await call('plan');
      expect(plan.stderr).toBe('');
      expect(plan.code).toBe(0);
      expect(plan.stdout).toContain(`the unit ${UNIT}`);
      expect(plan.stdout).toContain('--speculative-ddtree-budget 16');
    },
  );

  test('the loads of the past stand in the plan, from the own journal of the unit', async () => {
    const { call, systemctl, built, clock } = story();
    await call('init', '--from-unit', UNIT);
    // as long as a load of the story takes, and longer
    for (const verb of ['stop', 'start', 'stop', 'start']) {
      await systemctl(verb, UNIT);
      await clock.run(clock.wait(600_000));
    }
    const { data } = (await call('plan', '--json')).json() as unknown as {
      data: { loads: { source: string; seconds: number[] }; trials: { expected_s: number }[] };
    };
    expect(built.host.simulated).toBe(true);
    expect(data.loads.source).toBe('journal');
    expect(data.loads.seconds.length).toBeGreaterThanOrEqual(2);
    for (const seconds of data.loads.seconds) expect(Math.abs(seconds - 420)).toBeLessThan(30);
    expect(data.loads.seconds).toContain(data.trials[0]?.expected_s);
    expect((await call('plan')).stdout).toMatch(
      /at least .*\n[\s\S]*loads of this unit by its own journal: \d+ s, \d+ s.*; measuring comes on top/,
    );
  });

  test('every candidate can be taken out of its comment', async () => {
    const { call, read, cwd } = story();
    await call('init', '--from-unit', UNIT);
    const all = read().replace(/^ {2}# (?=\w+: \{ flag)/gm, '  ');
    expect(all).toMatch(/^ {2}memory: /m);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(join(cwd, 'holdpoint.yaml'), all);
    const { code, stderr } = await call('plan', '--max-trials', '5000');
    expect([code, stderr]).toEqual([0, '']);
  });

  test.each([
    [['--from-unit', 'nothing.service'], 20, 'nothing.service: there is no such unit'],
    [['--from-unit', 'sglang-k26'], 2, 'write sglang-k26.service'],
    [['--from-unit', 'sglang@.service'], 2, 'is a template'],
    [['--from-unit', 'a;reboot.service'], 2, 'is not a name of a service unit'],
    [['--from-unit', '$(id).service'], 2, 'is not a name of a service unit'],
    [['--from-unit', '../x.service'], 2, 'is not a name of a service unit'],
    [
      ['--from-unit', UNIT, '--from-port', '1'],
      2,
      '--from-unit NAME, --from-pid N or --from-port N, one of them',
    ],
    [['--user', '--from-port', '1'], 2, '--user goes with --from-unit'],
  ])('%j writes nothing', async (flags, code, why) => {
    const { call, cwd } = story();
    const called = await call('init', ...flags);
    expect([called.code, called.stderr]).toEqual([code, expect.stringContaining(why)]);
    expect(existsSync(join(cwd, 'holdpoint.yaml'))).toBe(false);
  });
});

const OF = { ours: false, members: [], generation: null };

/** A unit that runs, or would run, this command. */
async function init(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  present: Partial<Present> = {},
) {
  const definition = { argv, env, cwd: '/', env_complete: true };
  const supervisor = {
    present: async () => ({ ...OF, definition: null, ...present }),
    own: async () => definition,
  };
  const services = {
    wire: async () => ({ host: host({}), supervisor }) as unknown as Ports,
  };
  const cwd = temporaryFolder();
  const called = await holdpoint(['init', '--from-unit', 'llm.service', '--user'], { cwd, services });
  const file = join(cwd, 'holdpoint.yaml');
  return { ...called, text: existsSync(file) ? readFileSync(file, 'utf8') : '' };
}

const LLAMA = ['/opt/llama-server', '-m', '/models/q.gguf'];

describe('what its command and variables say', () => {
  test('the scope, and the default port of the engine', async () => {
    expect(parse((await init(LLAMA)).text)).toMatchObject({
      service: { kind: 'systemd', unit: 'llm.service', scope: 'user' },
      endpoint: 'http://127.0.0.1:8080',
    });
  });

  test.each([
    [[...LLAMA, '--host', '0.0.0.0', '--port', '9000'], {}, 'http://127.0.0.1:9000'],
    [[...LLAMA, '--host=10.0.0.5'], {}, 'http://10.0.0.5:8080'],
    [[...LLAMA, '--host', 'fd00::5'], {}, 'http://[fd00::5]:8080'],
    [LLAMA, { LLAMA_ARG_PORT: '9001', LLAMA_ARG_HOST: '127.0.0.2' }, 'http://127.0.0.2:9001'],
    [[...LLAMA, '--ssl-cert-file', 'c.pem'], {}, 'https://127.0.0.1:8080'],
    [['/opt/vllm', 'serve', 'Qwen/Qwen3-8B', '--port', '8001'], {}, 'http://127.0.0.1:8001'],
  ])('the endpoint of %j', async (argv, env, url) => {
    expect(parse((await init(argv, env)).text)).toMatchObject({ endpoint: url });
  });

  test.each([
    ['0,1', undefined, '# accelerator: auto   # those that the unit is shown: CUDA_VISIBLE_DEVICES=0,1'],
    [
      'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41',
      { kind: 'nvidia', devices: ['GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41'] },
      '# CUDA_VISIBLE_DEVICES of the unit',
    ],
  ])('devices: %s', async (ids, accelerator, comment) => {
    const { text } = await init(LLAMA, { CUDA_VISIBLE_DEVICES: ids });
    expect(parse(text).accelerator).toEqual(accelerator);
    expect(text).toContain(comment);
  });

  test('a flag whose variable is set is no live parameter', async () => {
    const { text } = await init(LLAMA, { LLAMA_ARG_N_PARALLEL: '4' });
    expect(text).toMatch(/# slots: .*now set by LLAMA_ARG_N_PARALLEL: sweep \{ env: LLAMA_ARG_N_PARALLEL \}/);
    expect(Object.keys(parse(text).parameters)).toEqual(['ubatch']);
  });

  test('candidates of vLLM', async () => {
    const { text } = await init(['/opt/vllm', 'serve', 'Qwen/Qwen3-8B']);
    expect(parse(text)).toMatchObject({ name: 'qwen3-8b', parameters: { seqs: { flag: '--max-num-seqs' } } });
    // The example of a constraint is one that could be taken over.
    const [, ...names] = /# {3}- (\w+) <= (\w+)$/m.exec(text) ?? [];
    for (const name of names) expect(text).toMatch(new RegExp(`^  (?:# )?${name}: \\{ flag:`, 'm'));
    expect(names).toHaveLength(2);
  });

  test('no secret of the command or its environment comes into the file', async () => {
    const canary = 'canary-secret-1';
    const { text, stdout } = await init([...LLAMA, '--api-key', canary], { HF_TOKEN: canary });
    expect(text + stdout).not.toContain(canary);
    expect(parse(text)).toMatchObject({ auth: { env: 'API_KEY' } });
  });
});

test.each<[string, Partial<Present>, number, string]>([
  ['its command cannot be varied', { refused: 'llm.service: through `bash`' }, 20, 'through `bash`'],
  [
    'what runs is not what its files say',
    { differs: { where: 'w', wanted: 'a', got: 'b' } },
    20,
    'what runs is not what w would start',
  ],
])('where %s nothing is written', async (_name, present, code, why) => {
  const called = await init(LLAMA, {}, present);
  expect([called.code, called.stderr, called.text]).toEqual([code, expect.stringContaining(why), '']);
});
