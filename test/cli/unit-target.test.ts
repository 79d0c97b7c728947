import { beforeAll, expect, test } from 'vitest';
import { VirtualClock, VirtualDeadlock } from '../../src/adapters/clock/virtual.ts';
import { MemoryJournal } from '../../src/adapters/journal/memory.ts';
import { MemoryLock } from '../../src/adapters/lock/memory.ts';
import type { Services } from '../../src/cli/services.ts';
import { readToken, type Token, writeToken } from '../../src/run/token.ts';
import { FaultBook } from '../../src/sim/faults/book.ts';
import { parseFaultSpec } from '../../src/sim/faults/parse.ts';
import { UNIT } from '../../src/sim/story/service.ts';
import { buildStory } from '../../src/sim/story/story.ts';
import { simulatedPorts } from '../../src/wire-simulated.ts';
import { holdpoint, temporaryFolder } from './harness.ts';

/** Virtual time does not wait for code that is still to be loaded. */
beforeAll(async () => {
  await holdpoint(['wait', 'ready', '--since', 'x'], { cwd: '/' });
  await Promise.all([
    import('../../src/cli/commands/mark.ts'),
    import('../../src/cli/commands/wait.ts'),
    import('../../src/cli/commands/status.ts'),
  ]);
});

/** As `clock.run`, for a promise that waits now and then for what is not of this clock. */
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

/** The real commands and adapters on the host of the story, on a virtual clock. */
function story(port = 30_000, faults: readonly string[] = []) {
  const clock = new VirtualClock();
  const book = new FaultBook(faults.map(parseFaultSpec));
  const built = buildStory({ clock, seed: 1, faults: book, port });
  const services: Partial<Services> = {
    host: async () => built.host,
    async wire(configuration) {
      const { boot_id } = await built.host.identity();
      const journal = new MemoryJournal({ clock, boot_id });
      const lock = new MemoryLock({ pid: 1, start_ticks: 0, boot_id, uid: 0 });
      return simulatedPorts(configuration, built, clock, { journal, lock });
    },
    operator: async () => ({ latest: null, onRequest: () => () => {}, dispose() {} }),
  };
  const call = (...argv: string[]) =>
    driven(clock, holdpoint(argv, { clock, services, cwd: temporaryFolder(), columns: 200 }));
  return {
    built,
    call,
    mark: async (...argv: string[]) => (await call('mark', ...argv)).stdout.trim(),
    systemctl: (...words: string[]) =>
      clock.run(built.host.run(['/usr/bin/systemctl', ...words], { timeout_ms: 600_000 })),
    mainPid: async () =>
      Number(
        (await clock.run(built.host.run(['/usr/bin/systemctl', 'show', '-p', 'MainPID', '--value', UNIT])))
          .stdout,
      ),
  };
}

test('mark --unit takes everything else from the unit, and the token carries it', async () => {
  const { mark, mainPid } = story(31_234);
  const token = readToken(await mark('--unit', UNIT));
  expect(token).toMatchObject({
    service: { kind: 'systemd', unit: UNIT, scope: 'system' },
    endpoint: { url: 'http://127.0.0.1:31234', port: 31_234 },
    engine: 'sglang',
    generation: { kind: 'systemd', pid: await mainPid() },
  });
  // all eight, since nothing narrows what it sees
  expect(token.devices).toHaveLength(8);
  expect(Object.keys(token.floor)).toEqual(token.devices);
});

test('mark --unit of one that is stopped has the endpoint from its definition', async () => {
  const { mark, systemctl } = story(31_234);
  await systemctl('stop', UNIT);
  expect(readToken(await mark('--unit', UNIT))).toMatchObject({
    service: { unit: UNIT },
    endpoint: { port: 31_234 },
    engine: 'sglang',
    generation: null,
    members: [],
  });
});

test('what is said counts more than what the unit says', async () => {
  const { mark } = story();
  const words = ['--unit', UNIT, '--endpoint', 'http://127.0.0.1:30000/base', '--engine', 'openai'];
  expect(readToken(await mark(...words, '--floor', '300MiB'))).toMatchObject({
    endpoint: { url: 'http://127.0.0.1:30000/base' },
    engine: 'openai',
  });
  const floor = Object.values(readToken(await mark(...words, '--floor', '300MiB')).floor);
  expect(floor).toEqual(Array.from({ length: 8 }, () => 300 * 1024 * 1024));
});

test('--devices: only these are watched, also by the wait that has the token', async () => {
  const { mark, call, systemctl } = story();
  const all = Object.keys(readToken(await mark('--unit', UNIT)).floor);
  const [first = '', , third = ''] = all;
  const token = await mark('--unit', UNIT, '--devices', `${first}, ${third}`);
  expect(readToken(token)).toMatchObject({ devices: [first, third] });
  expect(Object.keys(readToken(token).floor).sort()).toEqual([first, third].sort());
  await systemctl('stop', UNIT);
  const { code, stdout } = await call('wait', 'released', '--since', token);
  expect(code).toBe(0);
  expect(all.filter((uuid) => stdout.includes(uuid)).sort()).toEqual([first, third].sort());
});

test('by port and by pid the unit is found to which the server belongs, and that is said', async () => {
  const { call, mainPid } = story();
  for (const named of [
    ['--port', '30000'],
    ['--pid', String(await mainPid())],
    ['--endpoint', 'http://127.0.0.1:30000'],
  ]) {
    const { stdout, stderr } = await call('mark', ...named);
    expect(readToken(stdout.trim())).toMatchObject({
      service: { kind: 'systemd', unit: UNIT, scope: 'system' },
    });
    expect(stderr).toBe(`the server is run by the unit ${UNIT}, which is marked\n`);
  }
});

test('a unit that there is not, a device that there is not: one clear line', async () => {
  const { call } = story();
  expect(await call('mark', '--unit', 'other.service')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('other.service: there is no such unit'),
  });
  const uuid = 'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41';
  const missing = await call('mark', '--unit', UNIT, '--devices', uuid);
  expect(missing.code).toBe(21);
  expect(missing.stderr).toContain(`device ${uuid} is not listed`);
});

test('wait needs nothing but the token: the old generation is told from the new one, and all evidence is shown', async () => {
  const { mark, call, systemctl, mainPid } = story();
  const token = await mark('--unit', UNIT);
  const old = await mainPid();
  expect(await call('wait', 'generating', '--since', token, '--timeout', '5s')).toMatchObject({
    code: 20,
    stderr: expect.stringContaining(`the old server (pid ${old}) still answers`),
  });
  await systemctl('stop', '--no-block', UNIT);
  expect((await call('wait', 'stopped', '--since', token)).stdout).toContain(`${UNIT}, invocation `);
  const released = await call('wait', 'released', '--since', token);
  expect(released.stdout.match(/memory: GPU-/g)).toHaveLength(8);
  expect(released.stdout).toContain('port 30000: trial bind free');
  await systemctl('start', '--no-block', UNIT);
  const { code, stdout } = await call('wait', 'generating', '--since', token);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^generating after [67] min \d\d s\n/);
  expect(stdout).toContain(`pid ${await mainPid()}, user root`);
});

test('what a dead server has not given back is no floor: released then asks for one', async () => {
  const { mark, call, systemctl } = story(30_000, ['memory-never-back']);
  await systemctl('stop', UNIT);
  const token = await mark('--unit', UNIT);
  expect(Object.keys(readToken(token).floor).length).toBeLessThan(8);
  const { code, stderr } = await call('wait', 'released', '--since', token);
  expect(code).toBe(21);
  expect(stderr).toMatch(/memory of GPU-\S+ is in use without the service is not known: give --floor SIZE/);
});

test('a unit that is started again and again is a loop, long before the time is over', async () => {
  const { mark, call, systemctl } = story(30_000, ['restart-loop']);
  const token = await mark('--unit', UNIT);
  await systemctl('stop', UNIT);
  await systemctl('start', '--no-block', UNIT);
  const { code, stderr } = await call('wait', 'generating', '--since', token, '--timeout', '10h');
  expect(code).toBe(20);
  expect(stderr).toContain(`restart-loop: ${UNIT} was started 4 times meanwhile`);
  expect(stderr).toContain(`journalctl -u ${UNIT}`);
});

test('a time that is over ends with a hint for who waits', async () => {
  const { mark, call, systemctl } = story(30_000, ['memory-never-back']);
  const token = await mark('--unit', UNIT);
  await systemctl('stop', UNIT);
  const { code, stderr } = await call('wait', 'released', '--since', token, '--timeout', '2m');
  expect(code).toBe(21);
  expect(stderr).toMatch(/memory-not-released: memory is not back .* after 1\d\d s\n {2}hint: .*--timeout/);
});

test('status --unit: what runs, and that it was not Holdpoint that started it', async () => {
  const { call, mainPid } = story();
  const { stdout } = await call('status', '--unit', UNIT);
  expect(stdout).toContain(`service:systemd:system:${UNIT}: serving, ready\n`);
  expect(stdout).toMatch(
    new RegExp(`  generation  pid ${await mainPid()}, invocation [0-9a-f]{32}, not started by Holdpoint\n`),
  );
  const document = (await call('status', '--unit', UNIT, '--json')).json();
  expect(document).toMatchObject({ simulated: true, data: { started_by_holdpoint: false } });
});

test.each(['hp1.', 'x', `hp1.${Buffer.from('{"v":1}').toString('base64url')}`])(
  'token %s: exit 2',
  async (token) => {
    const { call } = story();
    expect(await call('wait', 'stopped', '--since', token)).toMatchObject({ code: 2 });
  },
);

test('a token whose unit would be an option of systemctl is none', async () => {
  const { mark, call } = story();
  const token = readToken(await mark('--unit', UNIT));
  const bad = { ...token, service: { ...token.service, unit: '--force.service' } };
  const text = `hp1.${Buffer.from(JSON.stringify(bad)).toString('base64url')}`;
  expect(await call('wait', 'stopped', '--since', text)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('this is no token'),
  });
});

test.each([
  ['another unit', { kind: 'systemd', unit: 'other.service', scope: 'system' }],
  ['a unit of that name of another manager', { kind: 'systemd', unit: UNIT, scope: 'user' }],
  ['a process', { kind: 'process-adopted', adopt: { port: 30_000 } }],
])('a token of %s says nothing of the unit that is named: exit 2', async (_name, service) => {
  const { mark, call } = story();
  const token = writeToken({ ...readToken(await mark('--unit', UNIT)), service } as Token);
  expect(await call('wait', 'stopped', '--since', token, '--unit', UNIT)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`what is waited for is the system unit ${UNIT}`),
  });
});

test('a token carries no command: it is kept in scripts and their logs', async () => {
  const { mark } = story();
  const { members } = readToken(await mark('--unit', UNIT));
  expect(members.length).toBeGreaterThan(0);
  expect(members.filter((member) => 'command' in member)).toEqual([]);
});
