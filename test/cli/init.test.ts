import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Host, PortHolder } from '../../src/ports/host.ts';
import { host, row } from '../run/doctor/patient.ts';
import { holdpoint, temporaryFolder } from './harness.ts';

const listener: PortHolder = {
  pid: 4242,
  start_ticks: 7,
  uid: 1000,
  user: 'ai',
  command: 'x',
  inode: '1',
  address: '127.0.0.1:8080',
};

function running(argv: readonly string[], changes: Partial<Host> = {}) {
  const local = host({
    process: async (pid) => (pid === 4242 ? { ...row, argv } : null),
    port: async (_address, port) => ({ port, listeners: [listener], bind: 'held', bind_error: null }),
    ...changes,
  });
  return { host: async () => local };
}

async function init(argv: readonly string[], flags = ['--from-port', '8080'], changes: Partial<Host> = {}) {
  const cwd = temporaryFolder();
  const called = await holdpoint(['init', ...flags], { cwd, services: running(argv, changes) });
  const file = join(cwd, 'holdpoint.yaml');
  const text = called.code === 0 ? readFileSync(file, 'utf8') : '';
  return { ...called, cwd, file, text };
}

const LLAMA = ['/opt/llama-server', '-m', '/models/Kimi K2.6.gguf', '-np', '4', '--port', '8080'];

test('a first file from the listener of a port, and the next three commands', async () => {
  const { code, stdout, text, file } = await init(LLAMA);
  expect(code).toBe(0);
  expect(parse(text)).toMatchObject({
    version: 1,
    name: 'kimi-k2-6',
    service: { kind: 'process', adopt: { port: 8080 } },
    engine: 'llamacpp',
    endpoint: 'http://127.0.0.1:8080',
    parameters: { slots: { flag: '--parallel', values: [1, 2, 4] } },
    baseline: 'current',
    restore: 'original',
  });
  expect(text).toContain(
    '#   command: [/opt/llama-server, "-m", "/models/Kimi K2.6.gguf", "-np", "4", "--port", "8080"]',
  );
  expect(text).toMatch(/slots: .* # default -1; now 4; /);
  expect(text).toMatch(/# ubatch: .* # default 512; /);
  expect(stdout.split('\n').slice(1, 4)).toEqual([
    `  holdpoint doctor -f ${file}`,
    `  holdpoint plan -f ${file}`,
    `  holdpoint sweep -f ${file}`,
  ]);
});

test('from a pid: its port is read from its command', async () => {
  const { text } = await init(['llama-server', '-m', 'm.gguf', '--port=9001'], ['--from-pid', '4242']);
  expect(parse(text)).toMatchObject({
    service: { adopt: { port: 9001 } },
    endpoint: 'http://127.0.0.1:9001',
  });
});

test('a secret never comes into the file: its name does', async () => {
  const canary = 'canary-secret-1';
  const environment = async () => ({ PATH: '/bin', HF_TOKEN: canary });
  for (const argv of [
    [...LLAMA, '--api-key', canary],
    [...LLAMA, `--api-key=${canary}`],
  ]) {
    const { text, stdout } = await init(argv, undefined, { environment });
    expect(text + stdout).not.toContain(canary);
    expect(text).toContain('${API_KEY}');
    expect(parse(text)).toMatchObject({ auth: { env: 'API_KEY' } });
  }
  const fromEnv = await init(LLAMA, undefined, { environment: async () => ({ LLAMA_API_KEY: canary }) });
  expect(parse(fromEnv.text)).toMatchObject({ auth: { env: 'LLAMA_API_KEY' } });
  expect(fromEnv.text).not.toContain(canary);
});

test('hostile argv stays inside its comment', async () => {
  const { text } = await init([
    'llama-server',
    '-m',
    'x\nservice: { kind: evil }\n\u2028\x1b[2J"\\',
    '--alias',
    '${HOME} # {a: b}',
  ]);
  expect(parse(text)).toMatchObject({ service: { kind: 'process', adopt: { port: 8080 } } });
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028]/);
});

test('an engine is known by its command, or by what it answers', async () => {
  const vllm = await init(['python', '-m', 'vllm.entrypoints.openai.api_server', '--port', '8080']);
  expect(parse(vllm.text)).toMatchObject({ engine: 'vllm' });
  const wrapped = await init(['./start.sh'], undefined, {
    http: async () => ({ status: 200, headers: {}, body: '{"total_slots":4}', error: null, took_ms: 1 }),
  });
  expect(parse(wrapped.text)).toMatchObject({ engine: 'llamacpp' });
});

test('an existing file is never overwritten', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'holdpoint.yaml'), 'mine');
  const { code, stderr } = await holdpoint(['init', '--from-port', '8080'], {
    cwd,
    services: running(LLAMA),
  });
  expect(code).toBe(2);
  expect(stderr).toContain('exists and is not overwritten');
  expect(readFileSync(join(cwd, 'holdpoint.yaml'), 'utf8')).toBe('mine');
});

test.each([
  [
    'nothing listens',
    { port: async () => ({ port: 1, listeners: [], bind: 'free' as const, bind_error: null }) },
    2,
    'nothing listens on port 8080',
  ],
  [
    'an invisible listener',
    {
      port: async () => ({
        port: 1,
        listeners: [{ ...listener, pid: null }],
        bind: 'held' as const,
        bind_error: null,
      }),
    },
    20,
    'run as user ai',
  ],
  [
    'two listeners',
    {
      port: async () => ({
        port: 1,
        listeners: [listener, { ...listener, pid: 5 }],
        bind: 'held' as const,
        bind_error: null,
      }),
    },
    22,
    '4242, 5',
  ],
  ['an unreadable environment', { environment: async () => null }, 20, 'cannot be read'],
])('%s', async (_name, changes, code, message) => {
  const called = await init(LLAMA, undefined, changes);
  expect(called.code).toBe(code);
  expect(called.stderr).toContain(message);
});

test('one target, not none and not two', async () => {
  expect((await holdpoint(['init'])).code).toBe(2);
  expect((await holdpoint(['init', '--from-pid', '1', '--from-port', '2'])).code).toBe(2);
});
