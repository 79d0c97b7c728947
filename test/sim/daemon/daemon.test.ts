import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { RealClock } from '../../../src/adapters/clock/real.ts';
import { buildMachine } from '../../../src/sim/build.ts';
import { startDaemon } from '../../../src/sim/daemon/daemon.ts';
import { FaultBook } from '../../../src/sim/faults/book.ts';
import type { SimRequest } from '../../../src/sim/machine.ts';
import { openRemote, simulationIn } from '../../../src/sim/remote/remote.ts';
import { CONFIGURATION, freePort, switchOn, temporaryFolder, type World } from './world.ts';

interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly pieces: readonly string[];
}

function signal() {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** The whole exchange over a real socket; rejects with the error's code. */
function ask(
  { port }: Pick<World, 'port'>,
  method = 'GET',
  body = '',
  agent?: http.Agent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      method,
      path: '/v1/x?y=1',
      headers: { 'x-mine': 'A' },
      ...(agent && { agent }),
    };
    const request = http.request(options, (response) => {
      const pieces: string[] = [];
      response.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, pieces }),
      );
      response.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)));
    });
    request.on('error', (error: NodeJS.ErrnoException) => reject(new Error(error.code)));
    request.end(body);
  });
}

it('answers the host port through the socket: values, null, faults', async () => {
  const { remote, server, port } = await switchOn();
  const { host } = remote;
  expect(host.simulated).toBe(true);
  expect(await host.identity()).toMatchObject({ hostname: 'gpu01', cores: 128 });
  expect(await host.process(server.pid)).toMatchObject({ pid: server.pid, argv: ['server'] });
  expect(await host.process(4_000_000)).toBe(null);
  expect((await host.port('127.0.0.1', port)).listeners[0]?.pid).toBe(server.pid);
  expect(
    await host.http({ method: 'GET', url: `http://127.0.0.1:${port}/`, timeout_ms: 1000 }),
  ).toMatchObject({ status: 200 });
  await expect(host.run(['/usr/bin/nothing'])).rejects.toMatchObject({ fault: { name: 'probe-failed' } });
});

it('many questions at once come back each to its own', async () => {
  const { remote, server } = await switchOn();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => remote.host.process(index % 2 === 0 ? server.pid : 1)),
  );
  expect(answers.map((row) => row?.pid)).toEqual(
    answers.map((_, index) => (index % 2 === 0 ? server.pid : 1)),
  );
});

it('a tool runs in simulated time and sees what scripts have done to the files', async () => {
  const { remote, daemon, built } = await switchOn();
  writeFileSync(join(daemon.env.SIM_ROOT, CONFIGURATION), 'budget 16\n');
  const { code, stdout, stderr, took_ms } = await remote.host.run(['/usr/bin/systemctl', 'stop', 'x'], {
    timeout_ms: 600_000,
  });
  expect({ code, stdout, stderr }).toEqual({ code: 3, stdout: 'stop x: budget 16\n', stderr: 'said\n' });
  expect(took_ms).toBeGreaterThanOrEqual(60_000);
  await remote.host.writeText(CONFIGURATION, 'budget 4\n');
  expect(readFileSync(join(daemon.env.SIM_ROOT, CONFIGURATION), 'utf8')).toBe('budget 4\n');
  expect(built.machine.files.read(CONFIGURATION)).toBe('budget 4\n');
});

it('the clock of another process is that of the host', async () => {
  const { remote, built } = await switchOn();
  const { clock } = remote;
  const before = clock.now();
  await clock.wait(50_000);
  expect(clock.now()).toBeGreaterThanOrEqual(before + 50_000);
  // two processes read the clock of this machine: a microsecond of it is more than a tenth of one of theirs
  const TOLERANCE_MS = 1_000;
  const from = built.machine.time.wall() - TOLERANCE_MS;
  expect(clock.wall()).toBeGreaterThanOrEqual(from);
  expect(clock.wall() - TOLERANCE_MS).toBeLessThanOrEqual(built.machine.time.wall());
});

it('a real request reaches the simulated server whole, and its answer comes piece by piece as it is made', async () => {
  const seen: SimRequest[] = [];
  const { built, ...world } = await switchOn({
    speed: 100,
    handler(request, answer) {
      seen.push(request);
      answer.head(201, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' });
      answer.write('one');
      built.machine.time.after(200, () => answer.write('two'));
      built.machine.time.after(400, () => answer.end());
    },
  });
  const { status, headers, pieces } = await ask(world, 'POST', '{"prompt":"ä"}');
  expect(seen).toEqual([
    {
      method: 'POST',
      path: '/v1/x?y=1',
      body: '{"prompt":"ä"}',
      headers: expect.objectContaining({ 'x-mine': 'A', host: `127.0.0.1:${world.port}` }),
    },
  ]);
  expect({ status, pieces }).toEqual({ status: 201, pieces: ['one', 'two'] });
  expect(headers['content-type']).toBe('text/event-stream');
});

it('time goes slowly while a request is open, and as before after it', async () => {
  const begun = signal();
  const { remote, built, ...world } = await switchOn({
    handler(_, answer) {
      begun.give();
      built.machine.time.after(200, () => answer.end());
    },
  });
  await remote.clock.wait(1);
  const answered = ask(world);
  await begun.given;
  await remote.host.identity();
  expect(remote.clock.speed).toBe(4);
  await answered;
  await remote.clock.wait(100);
  expect(remote.clock.speed).toBe(1000);
});

it('load is made in slow time from its first request to its end', async () => {
  const { remote } = await switchOn();
  const slow = remote.slowTime();
  await slow.begun;
  await remote.clock.wait(1);
  expect(remote.clock.speed).toBe(4);
  slow.end();
  await remote.clock.wait(2000);
  expect(remote.clock.speed).toBe(1000);
});

it('a port that nobody listens on refuses; a server that dies breaks its answers off', async () => {
  const begun = signal();
  const world = await switchOn({
    handler(_, answer) {
      answer.write('begun');
      begun.give();
    },
  });
  const cut = ask(world);
  await begun.given;
  world.built.machine.kernel.kill(world.server.pid, 'KILL');
  await expect(cut).rejects.toThrow('ECONNRESET');
  await expect(ask(world)).rejects.toThrow('ECONNREFUSED');
});

it('a kept connection does not outlive the socket that it came through', async () => {
  const world = await switchOn();
  const agent = new http.Agent({ keepAlive: true });
  await ask(world, 'GET', '', agent);
  world.built.machine.kernel.kill(world.server.pid, 'KILL');
  await expect(ask(world, 'GET', '', agent)).rejects.toThrow(/ECONNRE(FUSED|SET)/);
  agent.destroy();
});

it('a client that goes away is told to the server', async () => {
  const begun = signal();
  const gone = signal();
  const { port } = await switchOn({
    handler(_, answer) {
      answer.onAbort(gone.give);
      begun.give();
    },
  });
  const request = http.get({ host: '127.0.0.1', port });
  request.on('error', () => {});
  await begun.given;
  request.destroy();
  await gone.given;
});

it('stops without a trace: no socket, no port, nothing that answers, programs that refuse', async () => {
  const { dir, daemon, remote, ...world } = await switchOn();
  await remote.clock.wait(1);
  expect(existsSync(join(dir, 'bin', 'systemctl'))).toBe(true);
  const waiting = remote.host
    .run(['/usr/bin/systemctl', 'stop', 'x'], { timeout_ms: 1e9 })
    .catch((error: unknown) => error);
  await remote.host.identity();
  await daemon.stop();
  expect(await waiting).toMatchObject({
    fault: { name: 'probe-failed', message: 'the simulated host has been switched off' },
  });
  expect(readdirSync(dir).sort()).toEqual(['bin', 'holdpoint-sim.json', 'root']);
  expect(readdirSync(join(dir, 'bin')).sort()).toEqual([
    'holdpoint',
    'journalctl',
    'nvidia-smi',
    'systemctl',
  ]);
  expect(spawnSync(join(dir, 'bin', 'systemctl'), ['stop', 'x'], { encoding: 'utf8' })).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `systemctl: the simulated host in ${dir} has been switched off; nothing was done\n`,
  });
  await expect(ask(world)).rejects.toThrow('ECONNREFUSED');
  await expect(remote.host.identity()).rejects.toMatchObject({ fault: { name: 'usage' } });
});

it('a second one in the same folder is refused, and the first lives on', async () => {
  const { dir, remote } = await switchOn();
  await expect(another({ dir, port: await freePort() })).rejects.toMatchObject({
    fault: { name: 'usage', message: expect.stringContaining('a simulation (pid ') },
  });
  expect(await remote.host.identity()).toMatchObject({ hostname: 'gpu01' });
});

it('a port that somebody else has is refused before anything runs', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const dir = join(temporaryFolder(), 'sim');
  await expect(another({ dir, port })).rejects.toMatchObject({
    fault: {
      name: 'usage',
      message: expect.stringContaining('somebody else listens there'),
      hint: expect.stringContaining('--port'),
    },
  });
  expect(existsSync(dir)).toBe(false);
  await new Promise((resolve) => other.close(resolve));
});

it('HOLDPOINT_HOST is sim: and an absolute path, or not there', () => {
  expect(simulationIn({})).toBe(null);
  expect(simulationIn({ HOLDPOINT_HOST: '' })).toBe(null);
  expect(simulationIn({ HOLDPOINT_HOST: 'sim:/a b' })).toBe('/a b');
  for (const HOLDPOINT_HOST of ['sim:', 'sim:here', 'ssh://gpu01', '/tmp/sim'])
    expect(() => simulationIn({ HOLDPOINT_HOST })).toThrow('HOLDPOINT_HOST is not understood');
});

it('where no simulation runs, the first look says so', async () => {
  const { clock, host } = openRemote(temporaryFolder(), new RealClock());
  expect(() => clock.now()).toThrow('no simulated host runs in');
  await expect(host.memory()).rejects.toMatchObject({ fault: { name: 'usage' } });
});

function another({ dir, port }: { readonly dir: string; readonly port: number }) {
  return startDaemon({
    dir,
    port,
    speed: 100,
    real: new RealClock(),
    build: (clock) => buildMachine({ clock, seed: 1, faults: new FaultBook([]) }),
    holdpoint: ['true'],
    trouble() {},
  });
}
