import { expect, test } from 'vitest';
import { FaultError, fault } from '../../../src/core/fault.ts';
import { GiB, MiB } from '../../../src/core/units.ts';
import type { PortHolder, PortState } from '../../../src/ports/host.ts';
import { diskSpace } from '../../../src/run/doctor/disk-space.ts';
import { examine } from '../../../src/run/doctor/doctor.ts';
import { endpoint } from '../../../src/run/doctor/endpoint.ts';
import { engineAnswers } from '../../../src/run/doctor/engine-answers.ts';
import { executable } from '../../../src/run/doctor/executable.ts';
import { locks } from '../../../src/run/doctor/locks.ts';
import { memory } from '../../../src/run/doctor/memory.ts';
import { modelFiles } from '../../../src/run/doctor/model-files.ts';
import { rights } from '../../../src/run/doctor/rights.ts';
import { runFolder } from '../../../src/run/doctor/run-folder.ts';
import { tools } from '../../../src/run/doctor/tools.ts';
import { configuration, definition, host, patient, ports, row, running, storage } from './patient.ts';

const holder: PortHolder = {
  pid: 77,
  start_ticks: 1,
  uid: 1,
  user: 'eve',
  command: 'nc -l 8080',
  inode: '11',
  address: '127.0.0.1:8080',
};

function onPort(state: Partial<PortState>) {
  return ports({
    host: host({
      port: async () => ({ port: 8080, listeners: [], bind: 'held', bind_error: null, ...state }),
    }),
  });
}

test('a healthy host: nothing failed, the sandbox unknown, a remedy only where there is something to do', async () => {
  const checks = await examine(patient());
  expect(checks.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'run folder: ok',
    'disk space: ok',
    'locks: ok',
    'endpoint: ok',
    'rights: ok',
    'memory: ok',
    'executable: ok',
    'model files: ok',
    'engine: ok',
    'tools and hooks: ok',
    'sandbox: unknown',
  ]);
  for (const check of checks)
    expect(check.state === 'failed' || check.state === 'warning' ? check.remedy : 'fine').toBeTruthy();
});

test('a fault of a port is one failed check, the others go on', async () => {
  const broken = ports({
    host: host({
      port: async () => {
        throw new FaultError(fault('probe-failed', 'proc is gone'));
      },
    }),
  });
  const checks = await examine(patient({ ports: broken }));
  expect(checks.find((check) => check.name === 'endpoint')).toMatchObject({
    state: 'failed',
    text: 'probe-failed: proc is gone',
  });
  expect(checks).toHaveLength(11);
});

test('endpoint: held by a stranger, by one that cannot be seen, by a socket that only binds, by the service, by two', async () => {
  const strange = await endpoint(patient({ ports: onPort({ listeners: [holder] }) }));
  expect(strange).toMatchObject({
    state: 'failed',
    text: 'port 8080 of 127.0.0.1 is held by pid 77 (user eve): nc -l 8080',
  });
  const hidden = await endpoint(patient({ ports: onPort({ listeners: [{ ...holder, pid: null }] }) }));
  expect(hidden.text).toContain('a process of user eve whose pid cannot be read');
  expect(await endpoint(patient({ ports: onPort({}) }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('does not listen'),
  });
  expect(await endpoint(patient({ ports: onPort({ bind: 'unknown', bind_error: 'EACCES' }) }))).toMatchObject(
    { state: 'unknown', text: expect.stringContaining('EACCES') },
  );
  const own = { ...holder, pid: 4242 };
  expect(await endpoint(patient({ present: running, ports: onPort({ listeners: [own] }) }))).toMatchObject({
    state: 'ok',
  });
  const shared = onPort({ listeners: [own, { ...own, inode: '12' }] });
  expect(await endpoint(patient({ present: running, ports: shared }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('several sockets'),
  });
});

test('run folder: of somebody else, writable by others, not writable, no folder, not there yet', async () => {
  const facts = (uid: number, mode: number, directory = true) =>
    patient({ storage: storage({ facts: async () => ({ uid, mode, directory }) }) });
  expect(await runFolder(facts(7, 0o700))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('uid 7'),
  });
  expect(await runFolder(facts(1000, 0o40777))).toMatchObject({
    state: 'failed',
    remedy: 'chmod go-w /data/runs',
  });
  expect(await runFolder(facts(1000, 0o700, false))).toMatchObject({
    state: 'failed',
    text: '/data/runs is no folder',
  });
  expect(await runFolder(patient({ storage: storage({ access: async () => 'EROFS' }) }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('EROFS'),
  });
  const later = storage({
    facts: async (path) => (path === '/data' ? { uid: 0, mode: 0o755, directory: true } : null),
  });
  expect(await runFolder(patient({ storage: later }))).toMatchObject({
    state: 'ok',
    text: '/data/runs will be made in /data',
  });
  expect(await runFolder(patient({ storage: storage({ facts: async () => null }) }))).toMatchObject({
    state: 'failed',
  });
});

test('disk space: enough, little, none, unreadable', async () => {
  const free = (bytes: number | null) =>
    diskSpace(patient({ storage: storage({ freeBytes: async () => bytes }) }));
  expect((await free(3 * GiB)).state).toBe('ok');
  expect((await free(GiB)).state).toBe('warning');
  expect((await free(10 * MiB)).state).toBe('failed');
  expect((await free(null)).state).toBe('unknown');
});

test('model files: of the command and of the swept values, relative to its folder; a repository name is no path', async () => {
  const draft = {
    name: 'spec',
    kind: 'linked' as const,
    options: { off: {}, n4: { '-md': '/models/d.gguf' } },
    values: ['off', 'n4'],
    report: null,
    place: { file: '', line: 1, column: 1 },
  };
  const asked: string[] = [];
  const seen = host({
    file: async (path) => {
      asked.push(path);
      return null;
    },
  });
  const check = await modelFiles(
    patient({ configuration: { ...configuration, parameters: [draft] }, ports: ports({ host: seen }) }),
  );
  expect(asked).toEqual(['/srv/model.gguf', '/models/d.gguf']);
  expect(check).toMatchObject({
    state: 'failed',
    text: 'not readable: /srv/model.gguf (missing), /models/d.gguf (missing)',
  });
  const hub = { ...definition, argv: ['llama-server', '-m', 'org/model'] };
  expect(await modelFiles(patient({ definition: hub }))).toMatchObject({ state: 'unknown' });
  expect(await modelFiles(patient({ storage: storage({ access: async () => 'EACCES' }) }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('EACCES'),
  });
});

test('executable: found in PATH and run; missing; a script is never run; one that does not run', async () => {
  expect(await executable(patient())).toMatchObject({
    state: 'ok',
    text: '/usr/local/bin/llama-server runs: version: 1 (build 1)',
  });
  expect(await executable(patient({ storage: storage({ access: async () => 'missing' }) }))).toMatchObject({
    state: 'failed',
  });
  const never = async () => {
    throw new Error('a wrapper script must not be run');
  };
  const script = ports({ host: host({ readText: async () => '#!/bin/sh\nexec server', run: never }) });
  expect(await executable(patient({ ports: script }))).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('is a script for /bin/sh (not tried)'),
  });
  const other = patient({
    configuration: { ...configuration, engine: 'openai' },
    ports: ports({ host: host({ run: never }) }),
  });
  expect(await executable(other)).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('(not tried)'),
  });
  const killed = ports({
    host: host({
      run: async (argv) => ({
        argv,
        code: null,
        signal: 'SIGILL',
        stdout: '',
        stderr: '',
        timed_out: false,
        took_ms: 1,
      }),
    }),
  });
  expect(await executable(patient({ ports: killed }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('ended with SIGILL'),
  });
  expect(await executable(patient({ definition: null }))).toMatchObject({ state: 'unknown' });
});

test('rights: another user, an unreadable environment, no /proc', async () => {
  const other = ports({ host: host({ process: async () => ({ ...row, uid: 5, user: 'bob' }) }) });
  expect(await rights(patient({ present: running, ports: other }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('belongs to user bob'),
  });
  const blind = ports({ host: host({ environment: async () => null }) });
  expect(await rights(patient({ present: running, ports: blind }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('environment'),
  });
  expect(
    await rights(patient({ ports: ports({ host: host({ processes: async () => [] }) }) })),
  ).toMatchObject({ state: 'failed' });
  expect(await rights(patient({ present: running }))).toMatchObject({ state: 'ok' });
});

test('locks: held, or owed by an earlier run', async () => {
  const lock = ports().lock;
  const held = ports({
    lock: { ...lock, holder: async () => ({ pid: 9, start_ticks: 1, boot_id: 'b', uid: 0, run: '/runs/x' }) },
  });
  expect(await locks(patient({ ports: held }))).toMatchObject({
    state: 'failed',
    text: expect.stringContaining('held by pid 9'),
  });
  const owed = ports({
    lock: { ...lock, unrestored: async () => ({ run_id: 'x', dir: '/runs/x', uid: 0, since: '2026' }) },
  });
  expect(await locks(patient({ ports: owed }))).toMatchObject({
    state: 'failed',
    remedy: '`holdpoint restore /runs/x` or `holdpoint resume /runs/x`',
  });
});

test('engine: ready with its claims, loading, nobody asked where nothing runs', async () => {
  expect(await engineAnswers(patient({ present: running }))).toMatchObject({
    state: 'ok',
    text: 'llamacpp is ready, model tiny, version b10434, 0 requests in flight',
  });
  const untold = {
    ...ports().engine,
    traffic: async () => ({ running: 2, waiting: null, source: '/metrics' }),
  };
  const half = await engineAnswers(patient({ present: running, ports: ports({ engine: untold }) }));
  expect(half.text).toMatch(/2 requests running, and how many wait is unknown$/);
  const engine = {
    ...ports().engine,
    state: async () => ({ answer: 'loading' as const, status: 503, text: 'Loading model' }),
  };
  expect(await engineAnswers(patient({ present: running, ports: ports({ engine }) }))).toMatchObject({
    state: 'warning',
    remedy: 'wait until it has loaded',
  });
  expect((await engineAnswers(patient())).text).toContain('nobody is asked');
});

test('memory that cannot be read fails; it is never taken as free', async () => {
  const device = {
    id: 'host',
    name: 'host memory',
    used_bytes: null,
    free_bytes: null,
    total_bytes: null,
    holders: [],
    shared: true,
    objects: [],
  };
  const blind = ports({ accelerator: { ...ports().accelerator, read: async () => [device] } });
  expect(await memory(patient({ ports: blind }))).toMatchObject({
    state: 'failed',
    text: 'not readable: host',
  });
});

test('tools and hooks are found as they will be when they run', async () => {
  const hooks = { ...configuration.hooks, drain: [['drain.sh']], end: [['./notify', 'x']] };
  const asked: string[] = [];
  const files = storage({
    access: async (path) => {
      asked.push(path);
      return path === '/usr/bin/drain.sh' ? 'ok' : 'missing';
    },
  });
  const check = await tools(patient({ configuration: { ...configuration, hooks }, storage: files }));
  expect(asked).toEqual(['/usr/local/bin/drain.sh', '/usr/bin/drain.sh', '/etc/k26/notify']);
  expect(check).toMatchObject({ state: 'failed', text: 'hook end: ./notify (missing)' });
});
