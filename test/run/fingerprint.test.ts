import { expect, test } from 'vitest';
import { llamacpp } from '../../src/core/engine/llamacpp/index.ts';
import { sglang } from '../../src/core/engine/sglang/index.ts';
import { vllm } from '../../src/core/engine/vllm/index.ts';
import { FaultError, fault } from '../../src/core/fault.ts';
import type { Definition } from '../../src/core/generation.ts';
import { measurementKey } from '../../src/core/plan/measurement-key.ts';
import type { WorkloadPoint } from '../../src/core/plan/plan.ts';
import type { Host } from '../../src/ports/host.ts';
import { fingerprint } from '../../src/run/fingerprint.ts';
import type { Ports } from '../../src/run/ports.ts';

const ELF = '\u007fELF\u0002';
const SERVER = '/opt/llama/bin/llama-server';
const POINT = { workload: { name: 'short', concurrency: [1] }, concurrency: 1 } as unknown as WorkloadPoint;

/** Files by path: size and first bytes; folders follow from them. */
function world() {
  const files = new Map<string, { size: number; text: string }>();
  const put = (path: string, size: number, text = ''): void => void files.set(path, { size, text });
  put(SERVER, 10, ELF);
  put('/opt/llama/bin/libggml-cuda.so', 20, ELF);
  put('/opt/llama/bin/notes.txt', 1);
  put('/models/a.gguf', 30);
  put('/models/big-00001-of-00002.gguf', 40);
  put('/models/big-00002-of-00002.gguf', 41);
  put('/models/folder/config.json', 5);
  put('/models/folder/weights/model.safetensors', 50);
  put('/usr/bin/python3', 60, ELF);
  put('/usr/bin/numactl', 61, ELF);
  put('/venv/bin/sglang', 62, '#!/venv/bin/python');
  const under = (folder: string) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
  const host = {
    identity: async () => ({ hostname: 'h', cpu: 'c', cores: 4, memory_bytes: 8, kernel: 'k' }),
    file: async (path: string) => {
      const file = files.get(path);
      if (file === undefined && under(path).length === 0) return null;
      const kind = file === undefined ? 'directory' : 'file';
      return { path, real_path: path, kind, size_bytes: file?.size ?? 4096, mtime_ns: '1', inode: '1' };
    },
    readText: async (path: string, max: number) => files.get(path)?.text.slice(0, max) ?? null,
    list: async (folder: string) =>
      under(folder).length === 0
        ? null
        : [...new Set(under(folder).map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''))].sort(),
  } as unknown as Host;
  const accelerator = { identity: async () => ({ driver: '580.95.05', devices: ['GPU-a', 'GPU-b'] }) };
  return { files, put, host, accelerator };
}

type World = ReturnType<typeof world>;

function take(argv: readonly string[], { host, accelerator }: World, engine_definition = llamacpp) {
  const definition = { argv, env: {}, cwd: '/models' } as unknown as Definition;
  return fingerprint(definition, { host, accelerator, engine_definition } as unknown as Ports);
}

const key = async (argv: readonly string[], on: World) =>
  measurementKey('s', await take(argv, on), POINT, null, 1, 1);

test.each<[string, readonly string[], (w: World) => void]>([
  ['the program', [SERVER, '-m', 'a.gguf'], ({ put }) => put(SERVER, 11, ELF)],
  [
    'a library beside it',
    [SERVER, '-m', 'a.gguf'],
    ({ put }) => put('/opt/llama/bin/libggml-cuda.so', 21, ELF),
  ],
  ['the model', [SERVER, '-m', 'a.gguf'], ({ put }) => put('/models/a.gguf', 31)],
  [
    'the second part of a set',
    [SERVER, '-m', 'big-00001-of-00002.gguf'],
    ({ put }) => put('/models/big-00002-of-00002.gguf', 42),
  ],
  [
    'a file deep in a folder',
    [SERVER, '--model', '/models/folder'],
    ({ put }) => put('/models/folder/weights/model.safetensors', 51),
  ],
  [
    'a new file in a folder',
    [SERVER, '--model=/models/folder'],
    ({ put }) => put('/models/folder/more.safetensors', 1),
  ],
  [
    'the driver',
    [SERVER, '-m', 'a.gguf'],
    (w) => {
      w.accelerator.identity = async () => ({ driver: '581.0.0', devices: ['GPU-a', 'GPU-b'] });
    },
  ],
  [
    'a device',
    [SERVER, '-m', 'a.gguf'],
    (w) => {
      w.accelerator.identity = async () => ({ driver: '580.95.05', devices: ['GPU-a', 'GPU-c'] });
    },
  ],
])('%s decides the key', async (_what, argv, change) => {
  const on = world();
  const before = await key(argv, on);
  expect((await take(argv, on)).unknown).toEqual([]);
  expect(await key(argv, on)).toBe(before);
  change(on);
  expect(await key(argv, on)).not.toBe(before);
});

test('a file that is no library does not', async () => {
  const on = world();
  const before = await key([SERVER, '-m', 'a.gguf'], on);
  on.put('/opt/llama/bin/notes.txt', 99);
  expect(await key([SERVER, '-m', 'a.gguf'], on)).toBe(before);
});

test.each<[RegExp, readonly string[]]>([
  [/runs another program/, ['/usr/bin/python3', '-m', 'llama_cpp.server', '--model', 'a.gguf']],
  [/runs another program/, ['/usr/bin/numactl', SERVER, '-m', 'a.gguf']],
  [/is a script/, ['/venv/bin/sglang', '-m', 'a.gguf']],
  [/cannot be read/, ['/opt/gone/llama-server', '-m', 'a.gguf']],
  [/model org\/name is no file/, [SERVER, '-m', 'org/name']],
  [/names no model/, [SERVER]],
])('it is said when something cannot be told: %s', async (reason, argv) => {
  expect((await take(argv, world())).unknown.join('; ')).toMatch(reason);
});

test('an engine in packages is never told by its files, and neither are devices that do not answer', async () => {
  const on = world();
  expect((await take([SERVER, '--model-path', '/models/folder'], on, sglang)).unknown).toEqual([
    expect.stringContaining('version of the engine'),
  ]);
  on.accelerator.identity = async () => {
    throw new FaultError(fault('probe-failed', 'no answer'));
  };
  expect((await take([SERVER, '-m', 'a.gguf'], on)).unknown).toEqual([
    expect.stringContaining('driver and its devices'),
  ]);
});

test('variables that a file gives at each start are not known before it, those that the setting decides are', async () => {
  const { host, accelerator } = world();
  const ports = { host, accelerator, engine_definition: llamacpp } as unknown as Ports;
  const unknown = async (more: Partial<Definition>) => {
    const definition = { argv: [SERVER, '-m', 'a.gguf'], env: {}, cwd: '/models', ...more };
    return (await fingerprint(definition as unknown as Definition, ports)).unknown;
  };
  expect(await unknown({ from_files: ['THREADS'] })).toEqual([expect.stringContaining('own files')]);
  expect(await unknown({ from_files: ['THREADS'], swept_env: ['THREADS'] })).toEqual([]);
});

test('vLLM has its model without a flag, and that of the drafts inside of JSON', async () => {
  const draft = '{"method":"eagle3","model":"a.gguf","num_speculative_tokens":3}';
  const found = await take(['/venv/bin/vllm', 'serve', 'folder', '-sc', draft], world(), vllm);
  expect(found.models.map((files) => files.some((file) => file.startsWith('unread:')))).toEqual([
    false,
    false,
  ]);
  expect(found.models.map((files) => files.length)).toEqual([2, 1]);
});
