import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalHost } from '../../../src/adapters/host/local.ts';
import { until } from '../../contract/until.ts';
import { requireReal } from '../../helpers/real-things.ts';
import { kill, program, startProgram } from '../support/programs.ts';

const host = new LocalHost();

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdpoint-hostile-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([') (evil) Z 1 2', 'two\nlines) Z', '\u001b[31mred', ')))', 'Uid: 5\nUid:\t77'])(
  'a process that calls itself %j is read as it is',
  async (name) => {
    await symlink('/bin/sleep', join(folder, name));
    const child = spawn(join(folder, name), ['3600'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const row = await until(() => host.process(child.pid as number));
    expect(row).toMatchObject({
      ppid: process.pid,
      argv: [join(folder, name), '3600'],
      uid: process.getuid?.(),
    });
    expect(row.state).toMatch(/^[RSD]$/);
    await kill(child);
  },
);

test('argv with escapes, newlines, empty and very long arguments comes back exactly', async () => {
  const argv = [
    '-c',
    'read -r x',
    '\u001b]0;title\u0007',
    '',
    'a\nb\tc',
    '"\'$(x)',
    '\u202etxt',
    'x'.repeat(100_000),
    '',
  ];
  const child = spawn('/bin/sh', argv, { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  expect((await host.process(child.pid as number))?.argv).toEqual(['/bin/sh', ...argv]);
  await kill(child);
});

test('an environment of 200 KB comes back whole', async () => {
  const env = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`V${i}`, `${i}`.repeat(400)]));
  const child = spawn('/bin/sleep', ['3600'], { env, stdio: 'ignore' });
  await once(child, 'spawn');
  expect(await host.environment(child.pid as number)).toEqual(env);
  await kill(child);
});

test('processes that come and go during scans disturb nobody', async () => {
  const flood = spawn('/bin/sh', ['-c', 'while :; do /bin/true; /bin/true & done'], { stdio: 'ignore' });
  for (let i = 0; i < 20; i += 1) {
    const rows = await host.processes();
    expect(rows.find((row) => row.pid === process.pid)?.argv.length).toBeGreaterThan(0);
    await Promise.all(rows.map((row) => host.environment(row.pid)));
    await host.port('127.0.0.1', 1);
  }
  await kill(flood);
});

test('two servers that share a port are two listeners', async () => {
  const share = `import socket,sys
s=socket.socket();s.setsockopt(1,15,1);s.bind(('127.0.0.1',int(sys.argv[1])));s.listen();print(s.getsockname()[1],flush=True);sys.stdin.read()`;
  const first = await startProgram([requireReal('python3'), '-c', share, '0']);
  const second = await startProgram([requireReal('python3'), '-c', share, first.line]);
  const { listeners } = await host.port('127.0.0.1', Number(first.line));
  expect(listeners.map((l) => l.pid).sort()).toEqual([first.pid, second.pid].sort());
  expect(new Set(listeners.map((l) => l.inode)).size).toBe(2);
  await Promise.all([first.end(), second.end()]);
});

test('a socket that is bound and does not listen holds the port', async () => {
  const bound = `import socket,sys
s=socket.socket();s.bind(('127.0.0.1',0));print(s.getsockname()[1],flush=True);sys.stdin.read()`;
  const holder = await startProgram([requireReal('python3'), '-c', bound]);
  const state = await host.port('127.0.0.1', Number(holder.line));
  expect(state).toMatchObject({ listeners: [], bind: 'held', bind_error: 'EADDRINUSE' });
  await holder.end();
});

test('a port whose old connections are in TIME_WAIT is free', async () => {
  const server = createServer((socket) => socket.end('bye'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  // The side that closes first is the one that waits.
  const client = createConnection(port, '127.0.0.1');
  client.resume();
  await once(client, 'close');
  server.close();
  await once(server, 'close');
  expect(await host.port('127.0.0.1', port)).toMatchObject({ listeners: [], bind: 'free' });
});

test('a trial bind never takes a client of the port', async () => {
  const port = await portBelowEphemeral();
  const clients = await startProgram([process.execPath, program('hammer.mjs'), String(port)]);
  for (let i = 0; i < 200; i += 1) expect((await host.port('127.0.0.1', port)).bind).toBe('free');
  const answer = once(createInterface(clients.child.stdout as Readable), 'line');
  clients.child.stdin?.end();
  expect(JSON.parse(((await answer) as [string])[0])).toEqual({ ECONNREFUSED: expect.any(Number) });
});

test.skipIf(process.arch !== 'x64')(
  'a leader whose main thread has ended while others live is no zombie',
  async () => {
    const half = `import ctypes,threading,time
threading.Thread(target=lambda: time.sleep(3600)).start();print('up',flush=True);ctypes.CDLL(None).syscall(60,0)`;
    const server = await startProgram([requireReal('python3'), '-c', half]);
    const raw = await until(async () => {
      const text = await host.readText(`/proc/${server.pid}/stat`, 4096);
      return text?.includes(') Z ') ? text : null;
    });
    expect(raw).toContain(') Z ');
    expect((await host.process(server.pid))?.state).toBe('S');
    await server.end();
  },
);

test('a tool whose grandchild holds the pipes does not hold the caller', async () => {
  const result = await host.run(['/bin/sh', '-c', 'sleep 3600 & echo $!']);
  expect(result.code).toBe(0);
  process.kill(Number(result.stdout), 'SIGKILL');
});

test('a tool that prints without end is stopped', async () => {
  await expect(host.run(['/bin/cat', '/dev/zero'])).rejects.toMatchObject({
    fault: { name: 'probe-failed' },
  });
});

test('what is no HTTP and what is no address has its word', async () => {
  const server = createServer((socket) => socket.end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const ask = (url: string) => host.http({ method: 'GET', url, timeout_ms: 20_000 });
  expect((await ask(`http://127.0.0.1:${port}/`)).error).toBe('NOT_HTTP');
  expect((await ask(`https://127.0.0.1:${port}/`)).error).toBe('TLS');
  expect((await ask('nonsense')).error).toBe('BAD_URL');
  expect((await ask('ftp://127.0.0.1/')).error).toBe('BAD_URL');
  server.close();
});

test('shared memory that a process has open is known by its name', async () => {
  const name = `holdpoint-test-${process.pid}`;
  const holder = spawn('/bin/sh', ['-c', `exec 4>/dev/shm/${name}; echo up; read -r x`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await once(holder.stdout, 'data');
  expect(await host.sharedMemory(holder.pid as number)).toContain(name);
  await kill(holder);
  expect(await host.file(`/dev/shm/${name}`)).not.toBeNull();
  await rm(`/dev/shm/${name}`);
});

test('a file with a hole takes less than its size', async () => {
  const file = join(folder, 'hole');
  await writeFile(file, 'x');
  await truncate(file, 1 << 30);
  const facts = await host.file(file);
  expect(facts?.size_bytes).toBe(1 << 30);
  expect(facts?.allocated_bytes).toBeLessThan(1 << 20);
});

test('a folder that was removed under a process is said to be', async () => {
  const gone = join(folder, 'gone');
  await mkdir(gone);
  const child = spawn('/bin/sleep', ['3600'], { cwd: gone, stdio: 'ignore' });
  await once(child, 'spawn');
  await rm(gone, { recursive: true });
  expect(await host.workingFolder(child.pid as number)).toBe(`${gone} (deleted)`);
  await kill(child);
});

/** A free port that the kernel gives to no client: a client on the port that it connects to would reach itself. */
async function portBelowEphemeral(): Promise<number> {
  for (let port = 10_000 + (process.pid % 20_000); ; port += 1) {
    if ((await host.port('127.0.0.1', port)).bind === 'free') return port;
  }
}
