import { describe, expect, it } from 'vitest';
import { type DiagnosisInput, diagnose } from '../../../src/core/diagnose/classify.ts';
import { SGLANG } from '../../../src/core/diagnose/dialects/sglang.ts';
import type { LogLine } from '../../../src/core/log-line.ts';
import { logLines } from '../engine/llamacpp/fixture.ts';
import { captured, treeStart } from '../engine/sglang/fixture.ts';

const KILLED = { code: null, signal: 'SIGKILL' };

function of(lines: readonly string[] | readonly LogLine[], more: Partial<DiagnosisInput> = {}) {
  const first = lines[0];
  const read = typeof first === 'object' ? (lines as readonly LogLine[]) : logLines(lines.join('\n'));
  return diagnose({ engine: 'sglang', lines: read, exit: KILLED, swept: [], ...more });
}

const ts = (rank: number | null, text: string) =>
  `[2026-07-20 08:36:40${rank === null ? '' : ` TP${rank}`}] ${text}`;

/** What the engine prints after the failure of one rank: the traceback of that rank, then the consequences elsewhere. */
function failing(rank: number, error: string): readonly string[] {
  return [
    ts(rank, 'Scheduler hit an exception: Traceback (most recent call last):'),
    '  File "/opt/sglang/srt/managers/scheduler.py", line 6362, in run_scheduler_process',
    '    scheduler = Scheduler(server_args, port_args)',
    error,
    '',
    '[rank1]:[E ProcessGroupNCCL.cpp:629] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=21)',
    'RuntimeError: NCCL error: unhandled cuda error',
    ts(5, 'Scheduler hit an exception: Traceback (most recent call last):'),
    'torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:3690',
    'RuntimeError: Rank 0 scheduler died during initialization (exit code: -9).',
    ts(null, 'Received sigquit from a child process. It usually means the child failed.'),
    ts(null, 'kill_process_tree called: parent_pid=4711, include_parent=True, pid=4711'),
  ];
}

describe('logs of the real engine', () => {
  it.each([
    ['bad-flag', { code: 2, signal: null }, 'bad-flag', 'unknown-flag', /--no-such-flag 4$/],
    ['context-too-long', { code: 1, signal: null }, 'context-too-long', 'context-too-long', /999999/],
    ['no-kernel-package', { code: 1, signal: null }, 'executable-missing', 'module-missing', /sgl_kernel/],
    ['memory-race', KILLED, 'out-of-memory', 'cache-memory', /Loaded weights leave no GPU memory/],
    ['port-held', KILLED, 'port-held', 'port-held', /\[Errno 98\]/],
    ['stub', KILLED, 'unknown', 'unclassified', /^NotImplementedError: sgl_kernel stub/],
  ])('%s', (name, exit, cause, signature, text) => {
    const found = of(captured(name), { exit });
    expect(found).toMatchObject({ cause, root: { signature } });
    expect(found.root?.text).toMatch(text);
  });

  it('a scheduler that was killed from outside has consequences and no root', () => {
    const found = of(captured('scheduler-killed'));
    expect(found).toMatchObject({ cause: 'unknown', root: null });
    expect(found.consequences.map(({ signature }) => signature)).toEqual([
      'subprocess-died',
      'child-failed',
      'kills-itself',
    ]);
  });

  it('a good start has nothing but harmless lines', () => {
    const found = of(captured('cpu'), { exit: null });
    expect(found).toMatchObject({ cause: 'unknown', root: null, consequences: [], notes: [] });
    expect(found.harmless).toBeGreaterThan(5);
  });
});

/** signature, cause, the error as it is printed */
const ROOTS: readonly (readonly [string, string, string])[] = [
  [
    'unknown-flag',
    'bad-flag',
    'launch_server.py: error: unrecognized arguments: --speculative-ddtree-budget 8',
  ],
  [
    'ambiguous-flag',
    'bad-flag',
    'sglang serve: error: ambiguous option: --cuda could match --cuda-graph-bs-decode',
  ],
  [
    'bad-argument',
    'bad-value',
    "launch_server.py: error: argument --kv-cache-dtype: invalid choice: 'fp9' (choose from 'auto')",
  ],
  [
    'missing-argument',
    'bad-value',
    'sglang serve: error: the following arguments are required: --model-path/--model',
  ],
  [
    'context-too-long',
    'context-too-long',
    'ValueError: Warning: User-specified context_length (262144) is greater than the derived context_length (131072). This',
  ],
  ['bad-value', 'bad-value', 'AssertionError: tp_size must be divisible by number of nodes'],
  [
    'dflash-window',
    'bad-value',
    'ValueError: --speculative-draft-window-size must be >= --speculative-num-draft-tokens (block_size). window_size=4, block_size=8.',
  ],
  ['weights-absent', 'weights-missing', 'RuntimeError: Cannot find any model weights with `/models/k26`'],
  [
    'model-absent',
    'weights-missing',
    "huggingface_hub.errors.HFValidationError: Repo id must be in the form 'repo_name' or 'namespace/repo_name': '/models/nope'",
  ],
  [
    'model-unknown',
    'weights-missing',
    'OSError: /models/nope is not a local folder and is not a valid model identifier listed on',
  ],
  [
    'file-absent',
    'weights-missing',
    "FileNotFoundError: [Errno 2] No such file or directory: '/models/k26/model-00001-of-00064.safetensors'",
  ],
  [
    'file-damaged',
    'weights-missing',
    'safetensors_rust.SafetensorError: Error while deserializing header: MetadataIncompleteBuffer',
  ],
  [
    'hub-unreachable',
    'weights-missing',
    "OSError: We couldn't connect to 'https://huggingface.co' to load the files",
  ],
  [
    'architecture',
    'weights-missing',
    "ValueError: Model architectures ['FooForCausalLM'] are not supported for now. Supported architectures: dict_keys([])",
  ],
  ['disk-full', 'disk-full', 'OSError: [Errno 28] No space left on device'],
  [
    'library-missing',
    'executable-missing',
    'ImportError: libnvrtc.so.12: cannot open shared object file: No such file or directory',
  ],
  [
    'cuda-memory',
    'out-of-memory',
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has a total capacity of 94.97 GiB',
  ],
  [
    'cuda-memory',
    'out-of-memory',
    'Exception: Capture cuda graph failed: CUDA out of memory. Tried to allocate 512.00 MiB.',
  ],
  ['cuda-memory', 'out-of-memory', 'RuntimeError: CUDA error: out of memory'],
  [
    'cache-memory',
    'out-of-memory',
    'RuntimeError: Not enough memory. Please try to increase --mem-fraction-static. Current value: mem_fraction_static=0.55',
  ],
  [
    'state-memory',
    'out-of-memory',
    'ValueError: Not enough GPU memory for hybrid (mamba/linear-attention) state cache.',
  ],
  ['draft-memory', 'out-of-memory', 'RuntimeError: DFLASH draft OOM when allocating 256 block tokens.'],
  ['prefill-memory', 'out-of-memory', 'RuntimeError: Prefill out of memory. Try to lower your batch size.'],
  [
    'host-memory',
    'out-of-memory',
    'ValueError: Not enough host memory available. Requesting 700.00 GB but only have 512.00 GB',
  ],
  [
    'unit-out-of-memory',
    'out-of-memory',
    'sglang-k26.service: A process of this unit has been killed by the OOM killer.',
  ],
  [
    'memory-uneven',
    'out-of-memory-leftover',
    'ValueError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes. pre_model_load_memory=70.1',
  ],
  [
    'device-busy',
    'out-of-memory-leftover',
    'RuntimeError: CUDA error: CUDA-capable device(s) is/are busy or unavailable',
  ],
  ['launch-failure', 'unknown', 'RuntimeError: CUDA error: unspecified launch failure'],
  ['device-lost', 'device-lost', 'torch.AcceleratorError: CUDA error: uncorrectable ECC error encountered'],
  [
    'device-fell-off',
    'device-lost',
    'kernel: NVRM: Xid (PCI:0000:44:00): 79, pid=1234, name=python3, GPU has fallen off the bus.',
  ],
  [
    'device-handle',
    'device-lost',
    'Unable to determine the device handle for GPU0000:44:00.0: Unknown Error',
  ],
  ['driver', 'driver', 'RuntimeError: The NVIDIA driver on your system is too old (found version 12020).'],
  ['driver-mismatch', 'driver', 'Failed to initialize NVML: Driver/library version mismatch'],
  [
    'no-kernel',
    'driver',
    'RuntimeError: CUDA error: no kernel image is available for execution on the device',
  ],
  ['illegal-access', 'unknown', 'RuntimeError: CUDA error: an illegal memory access was encountered'],
  [
    'port-held',
    'port-held',
    ts(
      null,
      "ERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0', 30000): address already in use",
    ),
  ],
  [
    'port-in-use',
    'port-held',
    'RuntimeError: Port is already in use. dist_init_port=1 port_base=2 nccl_port=3',
  ],
  [
    'kernel-too-large',
    'bad-value',
    'triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing',
  ],
  ['watchdog', 'unknown', ts(0, 'Scheduler watchdog timeout (self.watchdog_timeout=300, self.soft=False)')],
  [
    'memory-leak',
    'unknown',
    'ValueError: token_to_kv_pool_allocator memory leak detected! available_size=181230',
  ],
  ['fatal-error', 'unknown', 'Fatal Python error: Segmentation fault'],
];

const OF_ARGUMENTS = new Set(
  SGLANG.signatures.filter(({ stage }) => stage === 'arguments').map(({ id }) => id),
);

describe('each known line', () => {
  it.each(ROOTS)('%s: %s in the midst of eight ranks', (signature, cause, error) => {
    const start = OF_ARGUMENTS.has(signature) ? [] : treeStart({ until: 'graphs' });
    const found = of([...start, ...failing(3, error)]);
    expect(found).toMatchObject({ cause, root: { signature, text: error, line: start.length + 4 } });
    expect(found.consequences.map((c) => c.signature)).toContain('child-failed');
  });

  it('the earliest root over all ranks decides, not the first rank that complains', () => {
    const oom = '[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.';
    const lines = [
      ...treeStart({ until: 'weights' }),
      ts(
        0,
        'TP rank 0 could finish the model loading, but there are other ranks that did not finish loading.',
      ),
      ...failing(3, oom),
      'RuntimeError: CUDA error: unspecified launch failure',
    ];
    expect(of(lines)).toMatchObject({ cause: 'out-of-memory', root: { text: oom, rank: 3 } });
  });

  it('an unknown error of the checks is a bad value only before anything is loaded', () => {
    const error = 'ValueError: nobody has seen this one';
    expect(of([error]).cause).toBe('bad-value');
    expect(of([...treeStart({ until: 'graphs' }), ...failing(2, error)])).toMatchObject({
      cause: 'unknown',
      root: { signature: 'unclassified', text: error },
    });
  });
});

describe('an end by SIGKILL', () => {
  it.each([[KILLED], [{ code: 137, signal: null }]])('is by itself no lack of host memory: %j', (exit) => {
    const found = of(treeStart({ until: 'graphs' }), { exit });
    expect(found).toMatchObject({ cause: 'unknown', root: null, leftover: null });
    expect(found.notes).toEqual([expect.stringMatching(/does that to itself/)]);
  });
});

describe('out of memory', () => {
  const lines = [
    ...treeStart({ until: 'weights' }),
    ...failing(3, 'torch.OutOfMemoryError: CUDA out of memory.'),
  ];

  it.each([
    [{ clean: false, started_before: false }, 'confirmed', 'out-of-memory-leftover'],
    [{ clean: true, started_before: true }, 'suspected', 'out-of-memory-leftover'],
    [{ clean: null, started_before: false }, 'unknown', 'out-of-memory'],
    [{ clean: true, started_before: false }, null, 'out-of-memory'],
  ])('with %j is leftover: %s', (memory, leftover, cause) => {
    expect(of(lines, { memory })).toMatchObject({ leftover, cause });
  });

  it('says what was seen of the memory', () => {
    const memory = { clean: false, started_before: true, why: 'device 3 had 20 GiB less' };
    expect(of(lines, { memory }).notes).toContain('device 3 had 20 GiB less');
  });
});

const HARMLESS_LINES = [
  "Ignore import error when loading sglang.srt.models.grok: No module named 'vllm'",
  'Using default MoE kernel config. Performance might be sub-optimal! Config file not found at /x/E=384.json',
  '[Gloo] Rank 0 is connected to 0 peer ranks. Expected number of connected peer ranks is : 0',
  'Max running requests is reset to 48 for speculative decoding.',
  'DFLASH only supports speculative_eagle_topk == 1; overriding speculative_eagle_topk=4 to 1.',
  'The mixed chunked prefill are disabled because of using ngram speculative decoding.',
  'Failed to infer DFLASH block_size from draft model config; defaulting speculative_num_draft_tokens to 16. Error: x',
  'Disable DFLASH draft cuda graph because only 0.61 GB GPU memory is available after target backend initialization.',
  'DFLASH fused KV materialization disabled: no kernel',
  'OpenAI Responses API (/v1/responses) disabled: OpenAIServingResponses init failed (x)',
  "Endpoint '/get_model_info' is deprecated and will be removed in a future version.",
  '/opt/sglang/launch_server.py:71: UserWarning: it is still supported',
  'Failed to load generation config for /m. Proceeding without generation config.',
  "No chat template found, defaulting to 'string' content format",
  'Setup Custom allreduce failed with no peer access. To silence this warning, specify --disable-custom-all-reduce.',
  'The memory capacity is unbalanced. Some GPUs may be occupied by other processes.',
  'KV cache pool is full. Retract requests. #retracted_reqs: 2, #new_tokens_gained: 40',
  'Health check request received during shutdown. Returning 503.',
  "Cannot fingerprint compiler /usr/bin/nvcc: [Errno 2] No such file or directory: '/usr/bin/nvcc'",
  'Fail to set RLIMIT_NOFILE: current limit exceeds maximum limit',
  'Skipping import of cpp extensions due to incompatible torch version 2.9',
  'node1:12:34 [0] NCCL INFO NET/Plugin: Could not find: libnccl-net.so. cannot open shared object file',
];

describe('lines that never decide', () => {
  it.each(HARMLESS_LINES)('%s', (line) => {
    const found = of([...treeStart({ until: 'weights' }), ts(2, line), line]);
    const alone = of(treeStart({ until: 'weights' }));
    expect(found).toMatchObject({ root: null, consequences: [], harmless: alone.harmless + 2 });
  });

  it('what requests say when they are logged', () => {
    const forged = [
      ts(null, "Receive: obj=GenerateReqInput(text='torch.OutOfMemoryError: CUDA out of memory.')"),
      ts(null, "Finish: obj=..., out={'text': 'RuntimeError: CUDA error: unspecified launch failure'}"),
      'ValueError: a request that was refused',
    ];
    expect(of([...treeStart(), ...forged]).root).toBeNull();
  });

  it('but a server that dies under load says why', () => {
    const error = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 96.00 MiB.';
    expect(of([...treeStart(), ...failing(6, error)])).toMatchObject({
      cause: 'out-of-memory',
      root: { text: error },
    });
    const odd = 'RuntimeError: something new';
    expect(of([...treeStart(), ...failing(6, odd)])).toMatchObject({
      cause: 'unknown',
      root: { signature: 'unclassified', text: odd },
    });
  });
});

describe('what is to blame', () => {
  const swept = (flag: string, wanted: string) => [{ parameter: 'p', flag, env: null, wanted, report: null }];
  const missing = 'RuntimeError: Cannot find any model weights with `/models/draft`';

  it('is the setting where the missing file is a swept value', () => {
    const found = of([...treeStart({ until: 'graphs' }), missing], {
      swept: swept('--speculative-draft-model', '/models/draft'),
      argv: ['sglang', 'serve', '--speculative-draft-model-path', '/models/draft'],
    });
    expect(found).toMatchObject({ cause: 'weights-missing', names_swept: true });
    expect(found.notes).toContain('/models/draft is the value of --speculative-draft-model-path');
  });

  it('is the base command where the flag is not swept', () => {
    const line = 'launch_server.py: error: argument --tp-size: invalid int value: x';
    expect(of([line]).notes).toContain('--tp-size stands in the base command: every setting has it');
    expect(of([line], { swept: swept('--tp', 'x') }).notes.join()).not.toMatch(/base command/);
  });
});
