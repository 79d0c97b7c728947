import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import type { Services } from '../../src/cli/services.ts';
import type { ClientConnection } from '../../src/ports/host.ts';
import type { Sandbox } from '../../src/ports/sandbox.ts';
import type { OperatorRequest } from '../../src/run/operator.ts';
import type { Ports } from '../../src/run/ports.ts';
import { readToken } from '../../src/run/token.ts';
import { absent, host, ports, running } from '../run/doctor/patient.ts';
import { FILE, projectFolder } from './files.ts';
import { holdpoint, temporaryFolder } from './harness.ts';

const listener = {
  pid: 4242,
  start_ticks: 7,
  uid: 1000,
  user: 'ai',
  command: 'llama-server \x1b[2J',
  inode: '1',
  address: '127.0.0.1:8080',
};

const client: ClientConnection = {
  address: '127.0.0.1',
  port: 50_000,
  local: true,
  pid: 812,
  user: 'anna',
  command: '/usr/bin/curl \x1b[2J',
  queued_bytes: 0,
  idle_ms: 40,
  unanswered: true,
};

function scene(changes: Partial<Ports> = {}, portHeld = true) {
  const clock = new VirtualClock();
  const local = host({
    port: async (_address, port) => ({
      port,
      listeners: portHeld ? [listener] : [],
      bind: portHeld ? 'held' : 'free',
      bind_error: null,
    }),
    connections: async () => [client],
  });
  const wired = ports({
    clock,
    host: local,
    supervisor: {
      present: async () => running,
      follow: async () => undefined,
    } as unknown as Ports['supervisor'],
    credentials: { witnessed: false, headers: () => ({}), secrets: () => [] },
    readJournal: async () => [],
    readDocument: () => null,
    ...changes,
  });
  const operator = {
    latest: null as OperatorRequest | null,
    onRequest: () => () => undefined,
    dispose: () => undefined,
  };
  const services: Partial<Services> = {
    wire: async () => wired,
    host: async () => local,
    operator: async () => operator,
  };
  return { clock, services, operator };
}

test('status in words, foreign text visible', async () => {
  const { services } = scene();
  const cwd = projectFolder();
  const { code, stdout } = await holdpoint(['status', '--dir', cwd], { cwd, services });
  expect(code).toBe(0);
  expect(stdout.split('\n')).toEqual([
    'service:process:127.0.0.1:8080: serving, ready',
    '  generation  pid 4242, not started by Holdpoint',
    '  listener    pid 4242 (user ai: llama-server \\x1b[2J), part of the service',
    '  memory      host memory: 4.0 GiB used of 8.0 GiB',
    '  traffic     0 running, 0 waiting; connected: pid 812 (curl, user anna): 1',
    '              connection, in use: /usr/bin/curl \\x1b[2J',
    '',
  ]);
});

test('status says no secret of the command that runs', async () => {
  const secret = 'sk-0123456789abcdef';
  const definition = { argv: ['serve', '--api-key', secret], env: {}, cwd: '/', env_complete: true };
  const shown = { ...listener, command: `serve --api-key ${secret}` };
  const { services } = scene({
    host: host({
      port: async (_address, port) => ({ port, listeners: [shown], bind: 'held', bind_error: null }),
    }),
    supervisor: {
      present: async () => ({ ...running, definition }),
      follow: async () => undefined,
    } as unknown as Ports['supervisor'],
  });
  const cwd = projectFolder();
  for (const argv of [['status'], ['status', '--json']]) {
    const { stdout, code } = await holdpoint([...argv, '--dir', cwd], { cwd, services });
    expect(code).toBe(0);
    expect(stdout).toContain('serve --api-key {secret: --api-key}');
    expect(stdout).not.toContain(secret);
  }
});

test('status as a document', async () => {
  const { services } = scene(
    { supervisor: { present: async () => absent } as unknown as Ports['supervisor'] },
    false,
  );
  const cwd = projectFolder();
  const called = await holdpoint(['status', '--json', '--dir', cwd], { cwd, services });
  expect(called.json()).toMatchObject({
    command: 'status',
    ok: true,
    data: { phase: 'absent', ready: false, listener: null, generation: null },
  });
  expect((await holdpoint(['status', '--json', '--follow'], { cwd, services })).code).toBe(2);
});

test('doctor: exit 0 on a healthy host, 20 where something failed; the same as a document', async () => {
  const cwd = projectFolder(
    FILE.replace('/opt/llama-server', '/bin/sh')
      .replace('-m, /models/m.gguf', '-m, ./holdpoint.yaml')
      .replaceAll('/models/d.gguf', './holdpoint.yaml'),
  );
  const holds = { name: 'a sandbox', obstacle: async () => null } as Sandbox;
  const services = { ...scene().services, sandbox: async () => holds };
  const well = await holdpoint(['doctor', '--dir', cwd], { cwd, services, columns: 100 });
  expect(well).toMatchObject({ code: 0, stderr: '' });
  expect(well.stdout).toMatch(/^ok +sandbox +a sandbox holds/m);
  expect(well.stdout).toMatch(/^ok {7}run folder {9}/);
  expect(well.stdout).toMatch(/nothing stands in the way \(\d warnings, \d unknown\)\n$/);
  const lock: Ports['lock'] = {
    ...ports().lock,
    holder: async () => ({ pid: 9, start_ticks: 1, boot_id: 'b', uid: 0, run: '/runs/x' }),
  };
  const leaks = { name: 'a sandbox', obstacle: async () => 'no bwrap' } as Sandbox;
  const sick = { ...scene({ lock }).services, sandbox: async () => leaks };
  const called = await holdpoint(['doctor', '--dir', cwd, '--json'], { cwd, services: sick });
  expect(called.code).toBe(20);
  expect(called.json()).toMatchObject({
    command: 'doctor',
    ok: false,
    data: {
      checks: expect.arrayContaining([
        expect.objectContaining({ name: 'locks', state: 'failed' }),
        expect.objectContaining({ name: 'sandbox', state: 'warning', text: 'no bwrap' }),
      ]),
    },
  });
});

test('mark prints a token that wait reads', async () => {
  const { services, clock } = scene();
  const { code, stdout } = await holdpoint(['mark', '--port', '8080', '--floor', '300MiB'], { services });
  expect(code).toBe(0);
  expect(readToken(stdout.trim())).toMatchObject({
    service: { kind: 'process-adopted', adopt: { port: 8080 } },
    endpoint: { port: 8080 },
    engine: 'llamacpp',
    devices: null,
    generation: { pid: 4242 },
    floor: { host: 300 * 1024 * 1024 },
  });
  const gone = scene({
    supervisor: {
      follow: async () => undefined,
      life: async () => ({ members: [] }),
    } as unknown as Ports['supervisor'],
  });
  const called = await holdpoint(['wait', 'stopped', '--since', stdout.trim(), '--json'], {
    services: gone.services,
    clock,
  });
  expect(called.json()).toMatchObject({
    command: 'wait',
    ok: true,
    data: { name: 'stopped', state: 'passed', evidence: [{ kind: 'process' }] },
  });
});

test('mark --unit of a server behind a shell: no definition is needed to look at it', async () => {
  const shell = { pid: 4242, start_ticks: 7, ppid: 1, state: 'S', user: 'ai', command: '' };
  const server = { ...shell, pid: 4243, ppid: 4242 };
  const argvs = new Map([
    [4242, ['bash', '-c', 'llama-server']],
    [4243, ['llama-server', '--port', '8081']],
  ]);
  const generation = { ...running.generation, kind: 'systemd', unit: 'a.service', scope: 'system', id: 'i' };
  const { services } = scene({
    host: host({ process: async (pid) => ({ ...server, pid, argv: argvs.get(pid) ?? [] }) as never }),
    supervisor: {
      kind: 'systemd',
      present: async () => ({
        generation,
        definition: null,
        members: [shell, server],
        ours: false,
        refused: 'it runs through a shell',
      }),
    } as unknown as Ports['supervisor'],
  });
  const { code, stdout } = await holdpoint(['mark', '--unit', 'a.service'], { services });
  expect(code).toBe(0);
  expect(readToken(stdout.trim())).toMatchObject({
    service: { unit: 'a.service' },
    endpoint: { port: 8081 },
    engine: 'llamacpp',
  });
});

test.each([
  [['wait', 'stoped', '--port', '8080'], 2, 'did you mean `stopped`?'],
  [['wait', 'stopped', '--port', '8080'], 22, 'which generation should have stopped'],
  [['wait', 'released', '--port', '8080'], 21, 'how much memory was in use before'],
  [['wait', 'ready', '--port', '8080'], 22, '--any-generation'],
  [['wait', 'ready', '--since', 'hp1.x'], 2, 'this is no token'],
  [['wait', 'ready', '--port', '8080', '--timeout', '45'], 2, '--timeout'],
  [['mark', '--unit', 'x'], 2, 'write x.service'],
  [['mark', '--unit', 'x@.service'], 2, 'is a template'],
  [['mark', '--port', '8080', '--user'], 2, '--user goes with --unit'],
  [['mark', '--port', '8080', '--devices', '0,1'], 2, '`0` is no uuid of a device'],
  [
    ['mark', '--port', '8080', '--devices', 'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41,0000:c1:00.0'],
    2,
    'they are of different makers',
  ],
  [['mark', '--port', '8080', '--engine', 'lamacpp'], 2, 'did you mean `llamacpp`?'],
  [['mark', '--endpoint', 'ftp://x'], 2, '--endpoint'],
])('%j: exit %i', async (argv, code, message) => {
  const { services } = scene();
  const called = await holdpoint(argv, { services, cwd: temporaryFolder() });
  expect(called.code).toBe(code);
  expect(called.stderr).toContain(message);
});

test('wait says what is missing, ends with its evidence, and a time-out is a fault', async () => {
  const { services } = scene();
  const ready = await holdpoint(['wait', 'ready', '--port', '8080', '--any-generation'], { services });
  expect(ready.stdout).toMatch(/^ready after 0\.0 s\n {4}listener: .*\\x1b\[2J/);
  const nobody = scene({}, false);
  const late = holdpoint(
    ['wait', 'ready', '--port', '8080', '--any-generation', '--timeout', '2s', '--engine', 'openai'],
    { services: nobody.services },
  );
  await nobody.clock.advance(10_000);
  const { code, stderr } = await late;
  expect(code).toBe(20);
  expect(stderr).toContain(
    'waiting: nobody listens on port 8080; meanwhile nothing is touched; Ctrl-C ends the waiting',
  );
  expect(stderr).toContain('load-timeout');
});

test('wait: Ctrl-C is exit 130, touches nothing, and ends a script around it', async () => {
  const { services, operator } = scene({}, false);
  operator.latest = 'interrupt';
  let ended = 0;
  const endInterrupted = () => void (ended += 1);
  const { code, stderr } = await holdpoint(['wait', 'ready', '--port', '8080', '--any-generation'], {
    services: { ...services, endInterrupted },
  });
  expect([code, ended]).toEqual([130, 1]);
  expect(stderr).toContain('interrupted; nothing was touched');
});
