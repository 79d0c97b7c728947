import { expect, it } from 'vitest';
import { vllm } from '../../../../src/core/engine/vllm/index.ts';
import { message, processOf, rank, startup } from '../../../../src/core/engine/vllm/log.ts';
import { argumentsIn, pythonValue } from '../../../../src/core/engine/vllm/python.ts';
import { captured, lines } from './fixture.ts';

const line = (text: string) => ({ text, line: 1, offset: 0 });
const phases = (log: readonly { readonly text: string }[]) =>
  log.flatMap(({ text }) => vllm.phase(line(text)) ?? []);
const BAR = 'Loading safetensors checkpoint shards: 100% Completed | 8/8 [00:31<00:00,  3.90s/it]';

it.each([
  [
    '(Worker_TP3 pid=433) INFO 05-20 10:12:44 [core.py:115] Loading weights took 3 s',
    'Worker_TP3 pid=433',
    3,
  ],
  ['(Worker_DP0_TP1_EP1 pid=4) INFO 05-20 10:12:44.123 [a.py:1] x', 'Worker_DP0_TP1_EP1 pid=4', 1],
  ['(VllmWorker-2 pid=7) WARNING 11-29 16:33:05 [vllm.py:725] x', 'VllmWorker-2 pid=7', 2],
  ['(EngineCore_DP0 pid=411) ERROR 05-20 10:12:44 [core.py:1159] x', 'EngineCore_DP0 pid=411', null],
  ['(APIServer pid=300) INFO:     Started server process [300]', 'APIServer pid=300', null],
  ['INFO 05-20 10:11:12 [file.py:123] x', null, null],
  ['\u001b[1;36m(Worker_TP0 pid=5)\u001b[0;0m INFO 05-20 10:12:44 [a.py:1] x', 'Worker_TP0 pid=5', 0],
])('%s', (text, process, tp) => {
  expect([processOf(line(text)), rank(line(text))]).toEqual([process, tp]);
});

it.each([
  [
    '(EngineCore pid=1) INFO 05-20 10:12:44 [a.py:1] GPU KV cache size: 1 tokens',
    'GPU KV cache size: 1 tokens',
  ],
  ['INFO:     Application startup complete.', 'Application startup complete.'],
  [`${BAR.replace('100%', '50%')}\r${BAR}`, BAR],
  [
    `${BAR}(Worker_TP0 pid=5) INFO 05-20 10:12:44 [a.py:1] Loading weights took 3 s`,
    'Loading weights took 3 s',
  ],
  ['user said (Worker_TP0 pid=5) hello', 'user said (Worker_TP0 pid=5) hello'],
])('the text of %s', (text, rest) => {
  expect(message(line(text))).toBe(rest);
});

it('names the phases of real starts in their order', () => {
  const order = [
    'arguments',
    'model',
    'engine',
    'distributed',
    'weights',
    'compile',
    'kv-cache',
    'http',
    'ready',
  ];
  expect([...new Set(phases(captured('start')))]).toEqual(order);
  expect([...new Set(phases(captured('speculation')))]).toEqual([
    'arguments',
    'model',
    'engine',
    'distributed',
    'weights',
    'draft',
    'kv-cache',
    'http',
    'ready',
  ]);
  expect(phases(captured('kv-too-small'))).not.toContain('ready');
});

it('knows the lines of GPUs, from every rank', () => {
  const gpu = [
    '(EngineCore pid=411) INFO 05-20 10:13:00 [core.py:133] Initializing a V1 LLM engine (v0.21.0) with config: a=1',
    ...[3, 0, 1, 2].map(
      (tp) => `(Worker_TP${tp} pid=51${tp}) INFO 05-20 10:13:01 [a.py:1] Starting to load model /m...`,
    ),
    "(Worker_TP0 pid=510) INFO 05-20 10:14:01 [b.py:1] Using cache directory: /c for vLLM's torch.compile",
    '(Worker_TP0 pid=510) INFO 05-20 10:14:02 [b.py:1] Available KV cache memory: 12.1 GiB',
    '(EngineCore pid=411) INFO 05-20 10:14:03 [c.py:1] GPU KV cache size: 181,248 tokens',
    'Capturing CUDA graphs (mixed prefill-decode, PIECEWISE):   0%|          | 0/67\rCapturing CUDA graphs (mixed prefill-decode, PIECEWISE): 100%|##| 67/67',
    '(Worker_TP0 pid=510) INFO 05-20 10:14:40 [d.py:1] Graph capturing finished in 21 secs, took 0.84 GiB',
  ].map(line);
  expect(phases(gpu)).toEqual([
    'engine',
    ...Array(4).fill('weights'),
    'compile',
    'kv-cache',
    'kv-cache',
    'graphs',
    'graphs',
  ]);
});

it('takes no request for a phase, and reads nothing after ready', () => {
  const log = captured('speculation');
  expect(startup(log).length).toBeLessThan(log.length);
  expect(startup(log).some(({ text }) => text.includes('POST /v1/completions'))).toBe(false);
  const forged =
    "(APIServer pid=1) INFO 05-20 10:12:44 [a.py:1] Received request c: prompt: 'non-default args: {}'";
  expect(vllm.phase(line(forged))).toBeNull();
});

it('finds what was free at the start, on the device with the least', () => {
  const short = (gib: string) =>
    `(Worker_TP1 pid=5) ERROR 05-20 10:12:44 [a.py:1] ValueError: Free memory on device cuda:1 (${gib}/79.19 GiB) on startup is less than desired GPU memory utilization (0.92, 72.85 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.`;
  expect(vllm.freeAtLoad(lines(short('61.5'), short('12.25')))).toBe(12.25 * 2 ** 30);
  const given =
    'INFO 05-20 10:12:44 [a.py:1] Initial free memory 70.5 GiB, reserved 8.0 GiB memory for KV Cache as';
  expect(vllm.freeAtLoad(lines(given))).toBe(70.5 * 2 ** 30);
  expect(vllm.freeAtLoad(captured('start'))).toBeNull();
});

it.each([
  ['None', null],
  ['True', true],
  ['0.92', 0.92],
  ["'a, {b}: \\'c\\''", "a, {b}: 'c'"],
  ["{'a': 1, 'b': {'c': [1, 'x,y']}, 'd': None}", { a: 1, b: { c: [1, 'x,y'] }, d: null }],
  ['<CUDAGraphMode.FULL_AND_PIECEWISE: (2, 1)>', 'FULL_AND_PIECEWISE'],
  ['torch.bfloat16', 'torch.bfloat16'],
  ["{'a': ", {}],
])('Python %s', (text, value) => {
  expect(pythonValue(text)).toEqual(value);
});

it('arguments of a call are split where they end', () => {
  expect(argumentsIn("model='x=1, y', spec=Spec(a=1, b=(2, 3)), c=-1, d={'e': 2}")).toEqual({
    model: 'x=1, y',
    spec: 'Spec(a=1, b=(2, 3))',
    c: -1,
    d: { e: 2 },
  });
});
