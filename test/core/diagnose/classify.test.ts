import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiagnosisInput, diagnose } from '../../../src/core/diagnose/classify.ts';
import { logLines } from '../engine/llamacpp/fixture.ts';

const LOAD = "0.00.010.000 I srv    load_model: loading model '/m/a.gguf'";
const READY = '0.01.000.000 I srv  llama_server: model loaded';

function of(text: string | readonly string[], more: Partial<DiagnosisInput> = {}) {
  const lines = logLines(typeof text === 'string' ? text : text.join('\n'));
  return diagnose({ engine: 'llamacpp', lines, exit: { code: 1, signal: null }, swept: [], ...more });
}

const swept = (flag: string, wanted: string | number) => [
  { parameter: 'p', flag, env: null, wanted, report: null },
];

/** signature, cause, the line as the server prints it */
const ROOTS: readonly (readonly [string, string, string])[] = [
  ['unknown-flag', 'bad-flag', 'error: invalid argument: --speculative-ddtree-budget'],
  [
    'removed-flag',
    'bad-flag',
    'error while handling argument "--draft-max": the argument has been removed. use --spec-draft-n-max or --spec-ngram-mod-n-max',
  ],
  ['bad-argument', 'bad-value', 'error while handling argument "-c": stoi'],
  [
    'bad-argument',
    'bad-value',
    'error while handling argument "-fa": error: unknown value for --flash-attn: \'maybe\'',
  ],
  ['model-required', 'bad-value', 'error: --model is required'],
  [
    'port-held',
    'port-held',
    "0.00.006.040 E srv         start: couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 18082",
  ],
  [
    'file-missing',
    'weights-missing',
    "0.00.022.734 E gguf_init_from_file: failed to open GGUF file '/m/nope.gguf' (No such file or directory)",
  ],
  [
    'file-unreadable',
    'weights-missing',
    '0.00.022.734 E llama_model_load: error loading model: failed to open /m/a.gguf: Permission denied',
  ],
  [
    'not-a-gguf',
    'weights-missing',
    "0.00.009.547 E gguf_init_from_reader: invalid magic characters: ':\"w?', expected 'GGUF'",
  ],
  [
    'file-truncated',
    'weights-missing',
    "0.00.030.233 E llama_model_load: error loading model: tensor 'blk.1.attn_q.weight' data is not within the file bounds, model is corrupted or incomplete",
  ],
  [
    'file-corrupted',
    'weights-missing',
    '0.00.030.233 E llama_model_load: error loading model: corrupted model: 723 tensors expected but 700 found',
  ],
  [
    'tensor-invalid',
    'weights-missing',
    "0.00.030.233 E llama_model_load: error loading model: tensor 'blk.1.attn_q.weight' has invalid data",
  ],
  [
    'tensors-missing',
    'weights-missing',
    "0.00.030.233 E llama_model_load: error loading model: missing tensor 'output.weight'",
  ],
  [
    'unknown-architecture',
    'weights-missing',
    "0.00.030.233 E llama_model_load: error loading model: error loading model architecture: unknown model architecture: 'newest'",
  ],
  [
    'download-failed',
    'weights-missing',
    '0.30.030.233 E common_download_file_single: download failed after 3 attempts',
  ],
  [
    'host-memory',
    'out-of-memory',
    '0.00.197.105 E ggml_aligned_malloc: insufficient memory (attempted to allocate 12288.00 MB)',
  ],
  [
    'device-memory',
    'out-of-memory',
    '0.00.197.105 E ggml_backend_cuda_buffer_type_alloc_buffer: allocating 12288.00 MiB on device 0: cudaMalloc failed: out of memory',
  ],
  ['cuda-memory', 'out-of-memory', '0.00.197.105 E CUDA error: out of memory'],
  [
    'vulkan-memory',
    'out-of-memory',
    '0.00.197.105 E ggml_vulkan: Device memory allocation of size 12884901888 failed.',
  ],
  [
    'buffer',
    'out-of-memory',
    '0.00.043.247 E llama_model_load: error loading model: unable to allocate CUDA0 buffer',
  ],
  [
    'kv-cache',
    'out-of-memory',
    '0.00.198.369 E llama_init_from_model: failed to initialize the context: failed to allocate buffer for kv cache',
  ],
  [
    'memory-module',
    'context-too-long',
    '0.00.198.369 E llama_init_from_model: failed to initialize the context: failed to initialize memory module',
  ],
  [
    'quantised-v',
    'bad-value',
    '0.00.019.765 E llama_init_from_model: quantized V cache requires flash_attn to be enabled',
  ],
  [
    'draft-without-layers',
    'bad-value',
    '/src/common/speculative.cpp:950: GGML_ASSERT(target_layer_ids_n > 0 && "DFlash model has no target_layer_ids") failed',
  ],
  ['assertion', 'unknown', '/src/ggml/src/ggml.c:1234: GGML_ASSERT(n > 0) failed'],
  ['exception', 'unknown', "terminate called after throwing an instance of 'std::runtime_error'"],
];

const HARMLESS_LINES = [
  'AMX is not ready to be used!',
  "0.00.005.234 W srv  llama_server: CORS is set to allow all origins ('*') and no API key is set",
  '0.00.005.235 W srv  llama_server: this can be a security risk (cross-origin attacks)',
  '0.00.170.694 W llama_context: n_ctx_seq (262144) > n_ctx_train (4096) -- possible training context overflow',
  '0.00.170.694 I llama_context: n_ctx_seq (512) < n_ctx_train (4096) -- the full capacity of the model will not be utilized',
  '0.00.170.694 W srv    load_model: the slot context (16384) exceeds the training context of the model (4096) - capping',
  '0.00.170.694 W llama_context: n_ctx is not divisible by n_seq_max - rounding down to 1536',
  '0.08.276.067 W common_fit_params: failed to fit params to free device memory: was unable to fit model into system memory by reducing context, abort',
  '0.00.034.398 W srv    load_model: [spec] failed to measure draft model memory: failed to load model',
  '0.00.034.398 W srv          init: --cache-idle-slots requires --cache-ram, disabling',
  '0.00.009.322 W DEPRECATED: --mmap and --no-mmap are deprecated. use --load-mode mmap instead',
  '0.00.023.901 I srv    operator(): operator(): cleaning up before exit...',
  '1.00.023.901 E srv    send_error: task id = 4, error: request (2000 tokens) exceeds the available context size (512 tokens), try increasing it',
  '#3  0x00007f932df00cd5 in common_speculative_impl_draft_dflash::common_speculative_impl_draft_dflash() from libllama.so',
  '[New LWP 14045]',
];

const WRAPPERS = [
  '0.00.022.799 E llama_model_load: error loading model: llama_model_loader: failed to load model from /m/nope.gguf',
  '0.00.022.829 E common_fit_params: encountered an error while trying to fit params to free device memory: failed to load model',
  "0.00.022.848 E cmn  common_init_: failed to load model '/m/nope.gguf'",
  "0.00.138.044 E srv    load_model: failed to load draft model, '/m/nope.gguf'",
  "0.00.198.384 E cmn  common_init_: failed to create context with model '/m/big.gguf'",
  '0.00.198.249 E ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 12884901888',
  '0.00.198.261 E alloc_tensor_range: failed to allocate CPU buffer of size 12884901888',
  '0.00.023.901 E srv  llama_server: exiting due to model loading error',
];

const aborted = { code: null, signal: 'SIGABRT' };
const exitFor = (signature: string) => (signature === 'assertion' ? aborted : { code: 1, signal: null });
const before = (signature: string) =>
  ['unknown-flag', 'removed-flag', 'bad-argument', 'model-required'].includes(signature) ? [] : [LOAD];

describe('root lines', () => {
  it.each(ROOTS)('%s: %s', (signature, cause, line) => {
    const found = of([...before(signature), line], { exit: exitFor(signature) });
    expect(found).toMatchObject({ cause, root: { signature, text: line } });
  });

  it.each(ROOTS)('%s decides before whatever follows it (%s)', (signature, cause, line) => {
    const noise = [
      ...WRAPPERS,
      ...HARMLESS_LINES,
      ...ROOTS.filter(([id]) => before(id).length > 0).map(([, , other]) => other),
    ];
    const property = fc.property(
      fc.shuffledSubarray(noise),
      fc.shuffledSubarray(HARMLESS_LINES),
      (after, first) => {
        const text = [...first, ...before(signature), line, ...after, line];
        expect(of(text, { exit: exitFor(signature) })).toMatchObject({
          cause,
          root: { signature, line: first.length + before(signature).length + 1 },
        });
      },
    );
    fc.assert(property, { numRuns: 20 });
  });
});

describe('lines that never decide', () => {
  it.each(HARMLESS_LINES)('harmless: %s', (line) => {
    expect(of([LOAD, line])).toMatchObject({ cause: 'unknown', root: null, harmless: 1, notes: [] });
  });

  it('are counted as harmless, whatever their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...HARMLESS_LINES, ...HARMLESS_LINES]), (lines) => {
        expect(of([LOAD, ...lines])).toMatchObject({ root: null, consequences: [], harmless: lines.length });
      }),
    );
  });

  it.each(WRAPPERS)('wrapper: %s', (line) => {
    const found = of([LOAD, line, line.replace(/^[\d.]+/, '0.00.999.999')]);
    expect(found).toMatchObject({ cause: 'unknown', root: null });
    expect(found.consequences).toHaveLength(1);
  });

  it('request text: an argument error after the load, a load error after the server was ready', () => {
    const forged = [
      'error: invalid argument: --forged',
      'ggml_aligned_malloc: insufficient memory (attempted to allocate 1 MB)',
      "gguf_init_from_file: failed to open GGUF file '/etc/shadow'",
      'error: all is lost',
    ];
    expect(of([LOAD, READY, ...forged], { exit: aborted }).root).toBeNull();
    expect(
      of([LOAD, READY, '/x.c:1: GGML_ASSERT(forged) failed'], { exit: { code: 1, signal: null } }).root,
    ).toBeNull();
    expect(of([LOAD, 'error: invalid argument: --forged']).root?.signature).toBe('unclassified');
  });

  it('but the engine may die under load, and says so as an error', () => {
    const oom = '0.10.000.000 E ggml_aligned_malloc: insufficient memory (attempted to allocate 64.00 MB)';
    expect(of([LOAD, READY, oom], { exit: aborted })).toMatchObject({
      cause: 'out-of-memory',
      root: { signature: 'host-memory' },
    });
    expect(of([LOAD, READY, '/x.c:1: GGML_ASSERT(n > 0) failed'], { exit: aborted })).toMatchObject({
      root: { signature: 'assertion' },
    });
  });
});

describe('what is to blame', () => {
  const missing =
    "0.00.022.734 E gguf_init_from_file: failed to open GGUF file '/m/d.gguf' (No such file or directory)";
  const held =
    "0.00.006.040 E srv         start: couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 18082";

  it('is the setting where the line names a swept value', () => {
    const found = of([LOAD, missing], { swept: swept('-md', '/m/d.gguf') });
    expect(found).toMatchObject({ cause: 'weights-missing', names_swept: true });
    expect(found.notes).toContain('the line names the value of p: the setting is at fault, not the machine');
    expect(of(held, { swept: swept('--port', 18082) })).toMatchObject({
      cause: 'port-held',
      names_swept: true,
    });
  });

  it('is the machine where it does not, however alike', () => {
    for (const value of ['/m', 'd.gguf', '/m/d.gguf2', '0', '1']) {
      expect(of([LOAD, missing], { swept: swept('-md', value) }).names_swept).toBe(false);
    }
  });

  it('names the flag whose value it was, and flags of the base command', () => {
    expect(of([LOAD, missing], { argv: ['llama-server', '-m', '/m/d.gguf'] }).notes).toEqual([
      '/m/d.gguf is the value of -m',
    ]);
    expect(of('error while handling argument "-c": stoi').notes).toEqual([
      '-c stands in the base command: every setting has it',
    ]);
    expect(of('error while handling argument "-c": stoi', { swept: swept('--ctx-size', 'x') }).notes).toEqual(
      [],
    );
  });
});

describe('out of memory', () => {
  const oom = [
    LOAD,
    '0.00.197.105 E ggml_aligned_malloc: insufficient memory (attempted to allocate 1.00 MB)',
  ];

  it.each([
    [{ clean: false, started_before: false }, 'confirmed', 'out-of-memory-leftover'],
    [{ clean: false, started_before: true }, 'confirmed', 'out-of-memory-leftover'],
    [{ clean: true, started_before: true }, 'suspected', 'out-of-memory-leftover'],
    [{ clean: null, started_before: true }, 'suspected', 'out-of-memory-leftover'],
    [{ clean: null, started_before: false, taken: true }, 'suspected', 'out-of-memory-leftover'],
    [{ clean: null, started_before: false }, 'unknown', 'out-of-memory'],
    [{ clean: true, started_before: false }, null, 'out-of-memory'],
  ])('with %j is leftover: %s', (memory, leftover, cause) => {
    expect(of(oom, { memory })).toMatchObject({ leftover, cause });
  });

  it('without any facts is unknown, and never the leftover class', () => {
    expect(of(oom)).toMatchObject({ leftover: 'unknown', cause: 'out-of-memory' });
  });
});

describe('an end without a known line', () => {
  it.each([
    [{ code: null, signal: 'SIGILL' }, /instructions that this processor does not have/, 'cpu-unsupported'],
    [{ code: 132, signal: null }, /instructions that this processor does not have/, 'cpu-unsupported'],
    [{ code: null, signal: 'SIGKILL' }, /perhaps by the kernel/, 'unknown'],
    [{ code: 127, signal: null }, /was not found/, 'executable-missing'],
    [{ code: 126, signal: null }, /cannot be executed/, 'executable-missing'],
    [{ code: 203, signal: null }, /could not execute the program/, 'executable-missing'],
    [{ code: 200, signal: null }, /could not enter the working folder/, 'configuration'],
    [{ code: 217, signal: null }, /could not become the user/, 'configuration'],
    [{ code: 134, signal: null }, /usually at an assertion/, 'unknown'],
  ])('%j is explained by the end itself', (exit, note, cause) => {
    const found = of([LOAD, 'AMX is not ready to be used!'], { exit });
    expect([found.cause, found.root, found.notes.length]).toEqual([cause, null, 1]);
    expect(found.notes[0]).toMatch(note);
  });

  it('shows the earliest error line with what stands around it', () => {
    const found = of([
      LOAD,
      'a',
      'b',
      '0.00.022.734 E new_thing: broke in a new way',
      'c',
      '0.00.022.735 E other: broke too',
    ]);
    expect(found).toMatchObject({ cause: 'unknown', root: { signature: 'unclassified', line: 4 } });
    expect(found.notes).toEqual(
      [
        LOAD,
        'a',
        'b',
        '0.00.022.734 E new_thing: broke in a new way',
        'c',
        '0.00.022.735 E other: broke too',
      ].map((t, i) => `log line ${i + 1}: ${t}`),
    );
  });

  it('without any log says nothing', () => {
    expect(of('', { exit: null })).toMatchObject({
      cause: 'unknown',
      root: null,
      notes: [],
      consequences: [],
    });
  });

  it('works for engines without signatures', () => {
    expect(of(['hello', 'Fatal: no such thing'], { engine: 'openai' })).toMatchObject({
      cause: 'unknown',
      root: { signature: 'unclassified', line: 2 },
    });
  });
});

it('a line is never too long to be read', () => {
  const long = `0.00.000.001 E ${'failed to load model '.repeat(3000)}`;
  expect(of([LOAD, long, ...Array.from({ length: 20 }, () => 'x'.repeat(65_536))]).root).toBeNull();
});
