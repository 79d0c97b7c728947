import type { Signature } from '../signature.ts';

/** Memory, of the devices unless said otherwise. What others held is told from these by what was witnessed. */
export const SGLANG_MEMORY: readonly Signature[] = [
  {
    id: 'cache-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern:
      /^(?:Not enough memory\. Please try to increase --mem-fraction-static|Loaded weights leave no GPU memory for the KV cache)/,
    raised: true,
    hint: 'nothing is left for the cache; the text blames the flag, but another process may have held the memory',
    sources: [
      'sgl-project/sglang python/sglang/srt/model_executor/pool_configurator.py:64',
      'seen in 0.5.23',
    ],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Not enough memory. Please try to increase --mem-fraction-static. Current value: mem_fraction_static=0.55\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'state-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^(?:Not enough GPU memory for hybrid|Hybrid [^.]{0,80}state cache is too small to serve)/,
    raised: true,
    hint: 'lower --max-running-requests: each request needs a state of its own',
    sources: [
      'sgl-project/sglang python/sglang/srt/mem_cache/kv_cache_configurator.py:1798',
      'sgl-project/sglang python/sglang/srt/mem_cache/kv_cache_configurator.py:1645',
    ],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: Not enough GPU memory for hybrid (mamba/linear-attention) state cache.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'draft-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^(?:DFLASH|DDTREE) draft OOM when allocating/,
    raised: true,
    hint: 'the cache is too small for budget times requests: lower the budget or --max-running-requests',
    sources: [
      'DB-Guo/sglang-ddtree-dev python/sglang/srt/speculative/dflash_worker.py:637',
      'sgl-project/sglang PR #29907',
    ],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: DFLASH draft OOM when allocating 256 block tokens.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'prefill-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^Prefill out of memory\. Try to lower/,
    raised: true,
    hint: 'under this load the cache ran over: lower --max-running-requests',
    sources: ['sgl-project/sglang python/sglang/srt/mem_cache/allocation.py:240'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Prefill out of memory. Try to lower your batch size.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'host-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^Not enough host memory available\. Requesting/,
    raised: true,
    hint: 'the second level of the cache does not fit into the memory of the host',
    sources: ['sgl-project/sglang python/sglang/srt/mem_cache/memory_pool_host.py:129'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: Not enough host memory available. Requesting 700.00 GB but only have 512.00 GB\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'memory-uneven',
    role: 'root',
    cause: 'out-of-memory-leftover',
    stage: 'any',
    pattern: /^(?:ValueError|RuntimeError): The memory capacity is unbalanced/,
    hint: 'one device had less free memory than the others: something else holds it',
    sources: ['sgl-project/sglang python/sglang/srt/distributed/bootstrap.py:289'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: The memory capacity is unbalanced. Some GPUs may be occupied by other processes. pre_model_load_memory=70.1\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
];

/** Files, ports, graphs, and what breaks inside. */
export const SGLANG_SERVER: readonly Signature[] = [
  {
    id: 'port-held',
    role: 'root',
    cause: 'port-held',
    stage: 'any',
    pattern: /^\[Errno 98\] error while attempting to bind on address \('[^']*', (?<value>\d+)/,
    raised: true,
    may_name_setting: true,
    hint: 'found only after the whole load: look at the port before the start',
    sources: ['seen in 0.5.23', 'sgl-project/sglang python/sglang/srt/entrypoints/http_server.py'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:37:51] INFO:     Started server process [4711]\n[2026-07-20 10:31:12] ERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0', 30000): address already in use\n[2026-07-20 10:31:12] INFO:     Waiting for application shutdown.",
  },
  {
    id: 'port-in-use',
    role: 'root',
    cause: 'port-held',
    stage: 'any',
    pattern: /^(?:\[Errno 98\] Address already in use|Port is already in use\. )/,
    raised: true,
    hint: 'a port for the traffic between ranks is taken: wait, or give another --nccl-port',
    sources: ['sgl-project/sglang python/sglang/srt/server_args.py:8339'],
    sample:
      '[2026-07-20 08:30:58] Port is already in use. dist_init_port=1 port_base=2 nccl_port=3\nTraceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nRuntimeError: Port is already in use. dist_init_port=1 port_base=2 nccl_port=3',
  },
  {
    id: 'architecture',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^(?:Model architectures .{1,200} are not supported for now)/,
    raised: true,
    hint: 'this version of the engine is too old for the model',
    sources: ['sgl-project/sglang python/sglang/srt/models/registry.py:51'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: Model architectures ['FooForCausalLM'] are not supported for now. Supported architectures: dict_keys([])\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'no-accelerator',
    role: 'root',
    cause: 'driver',
    stage: 'any',
    pattern: /^No accelerator \(CUDA, .{1,80}\) or platform plugin is available/,
    raised: true,
    hint: 'no device is visible: driver, CUDA_VISIBLE_DEVICES or the runtime of the container',
    sources: ['sgl-project/sglang python/sglang/srt/utils/common.py:897', 'sgl-project/sglang issue #27487'],
    sample:
      '[2026-07-20 08:30:58] Init torch distributed begin.\nTraceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nRuntimeError: No accelerator (CUDA, XPU, HPU, NPU, MUSA, MPS) or platform plugin is available.',
  },
  {
    id: 'capture-unpack',
    role: 'root',
    cause: 'unknown',
    stage: 'load',
    pattern: /^too many values to unpack \(expected 2\)/,
    raised: true,
    hint: 'a known defect of drafting with this model and this build: another version, or another kind of drafting',
    sources: ['sgl-project/sglang issue #34920', 'sgl-project/sglang issue #39685'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:31 TP0] Capture target verify CUDA graph begin. backend=full, avail mem=9.60 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: too many values to unpack (expected 2)\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'prefill-graph',
    role: 'echo',
    cause: 'unknown',
    stage: 'load',
    pattern: /^Fail when using backend: .{1,80} for prefill runner/,
    raised: true,
    hint: 'the cause stands above it; without one, switch graphs for prefill off',
    sources: ['sgl-project/sglang python/sglang/srt/model_executor/runner_backend_utils/__init__.py:23'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Fail when using backend: tc_piecewise for prefill runner. Possible suggestions:\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'watchdog',
    role: 'root',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Scheduler watchdog timeout \([^)]*soft=False/,
    hint: 'the scheduler stood still and was ended by its own watchdog: look at the kernel log and the devices',
    sources: ['sgl-project/sglang python/sglang/srt/utils/watchdog.py'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 11:02:33 TP0] Scheduler watchdog timeout (self.watchdog_timeout=300, self.soft=False)\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'memory-leak',
    role: 'root',
    cause: 'unknown',
    stage: 'any',
    pattern: /^\w+ memory leak detected!/,
    raised: true,
    hint: 'the engine lost count of its cache: a defect of this build with these flags',
    sources: ['sgl-project/sglang python/sglang/srt/managers/scheduler_components/invariant_checker.py:414'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: token_to_kv_pool_allocator memory leak detected! available_size=181230, evictable_size=0\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'health-failed',
    role: 'note',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Health check failed\. Server couldn't get a response from detokenizer/,
    hint: 'once is a long prefill; again and again without new batches is a hang',
    sources: ['sgl-project/sglang python/sglang/srt/entrypoints/http_server.py:674'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:37:58] The server is fired up and ready to roll!\n[2026-07-20 11:02:33] Health check failed. Server couldn't get a response from detokenizer for last 20 seconds. tic start time: 11:02:13.",
  },
];
