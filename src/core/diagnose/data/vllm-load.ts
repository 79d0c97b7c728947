import type { Signature } from '../signature.ts';

/** Memory of devices. */
export const VLLM_MEMORY: readonly Signature[] = [
  {
    id: 'free-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern:
      /^Free memory on device \S{1,20} \([\d.]+\/[\d.]+ GiB\) on startup is less than desired GPU memory utilization/,
    raised: true,
    leftover: 'suspected',
    hint: 'the device was not empty at the start: see who holds the rest; only if nobody does is --gpu-memory-utilization too high',
    sources: [
      'vllm-project/vllm vllm/v1/worker/utils.py:417',
      'vllm-project/vllm issue #20305',
      'vllm-project/vllm issue #50135',
      'pytorch/pytorch#175666',
    ],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] ValueError: Free memory on device cuda:1 (19.77/22.05 GiB) on startup is less than desired GPU memory utilization (0.9, 19.84 GiB). Decrease GPU memory utilization or reduce GPU memory used by other processes.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'profiling-race',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^Error in memory profiling\. Initial free memory/,
    raised: true,
    leftover: 'confirmed',
    hint: 'another process gave memory back while this one measured: it was started too early',
    sources: [
      'vllm-project/vllm vllm/v1/worker/gpu_worker.py:464',
      'vllm-project/vllm issue #56830',
      'vllm-project/vllm issue #55169',
      'vllm-project/vllm PR #45534',
    ],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] AssertionError: Error in memory profiling. Initial free memory 21.36 GiB, current free memory 44.10 GiB. This happens when other processes release GPU memory.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'cache-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^No available memory for the cache blocks/,
    raised: true,
    hint: 'nothing is left for the cache beside weights and activations',
    sources: ['vllm-project/vllm vllm/v1/core/kv_cache_utils.py:699'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'length-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^To serve at least one request with the model's max seq len \(\d+\)/,
    raised: true,
    hint: 'the cache does not hold one request of full length: the line says which --max-model-len would do',
    sources: ['vllm-project/vllm vllm/v1/core/kv_cache_utils.py:719', 'seen in 0.32.0'],
    sample:
      "(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] ValueError: To serve at least one request with the model's max seq len (131072), (16.0 GiB KV cache is needed, which is larger than the available KV cache memory (9.31 GiB). Based on the available memory, the estimated maximum model length is 76192. \nTraceback (most recent call last):\n  File \"/opt/venv/bin/vllm\", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {'EngineCore_DP0': 1}",
  },
  {
    id: 'load-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^Failed to load model - not enough GPU memory/,
    raised: true,
    hint: 'the weights alone do not fit',
    sources: ['vllm-project/vllm vllm/v1/worker/gpu_model_runner.py:5503'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] torch.OutOfMemoryError: Failed to load model - not enough GPU memory. Try lowering --gpu-memory-utilization\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'sampler-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^CUDA out of memory occurred when warming up sampler with \d+ dummy requests/,
    raised: true,
    hint: 'lower --max-num-seqs or --gpu-memory-utilization',
    sources: ['vllm-project/vllm vllm/v1/worker/gpu_model_runner.py:6387'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] RuntimeError: CUDA out of memory occurred when warming up sampler with 1024 dummy requests. Please try lowering `max_num_seqs` or `gpu_memory_utilization` when initializing the engine.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
];

/** Lines that say that something failed further up, or in another process. */
export const VLLM_WRAPPERS: readonly Signature[] = [
  {
    id: 'core-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Engine core initialization failed\. See root cause above/,
    raised: true,
    sources: ['vllm-project/vllm vllm/v1/engine/utils.py:1193'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'core-start',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^EngineCore failed to start\./,
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'worker-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern:
      /^WorkerProc (?:initialization failed due to an exception in a background process|failed to start)/,
    raised: true,
    sources: ['vllm-project/vllm vllm/v1/executor/multiproc_executor.py'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] Exception: WorkerProc initialization failed due to an exception in a background process. See stack trace for root cause.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'worker-died',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Worker proc \S{1,80} died unexpectedly/,
    hint: 'killed from outside, perhaps by the kernel: see the kernel log',
    sources: ['vllm-project/vllm vllm/v1/executor/multiproc_executor.py:284'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:15:14 [multiproc_executor.py:284] Worker proc VllmWorker-0 died unexpectedly, shutting down executor.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'engine-dead',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^EngineCore encountered an issue\. See stack trace/,
    raised: true,
    sources: ['vllm-project/vllm vllm/v1/engine/exceptions.py:13'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(APIServer pid=400) ERROR 05-20 11:53:35 [async_llm.py:906] vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
  },
  {
    id: 'core-exited',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^(?:\[shutdown\] )?MPClient: engine core exited unexpectedly/,
    hint: 'the engine ended without a word: killed from outside, see the kernel log',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(APIServer pid=400) WARNING 05-20 11:53:35 [core_client.py:817] [shutdown] MPClient: engine core exited unexpectedly; starting cleanup',
  },
  {
    id: 'output-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^AsyncLLM output_handler failed\./,
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(APIServer pid=400) ERROR 05-20 11:53:35 [async_llm.py:906] AsyncLLM output_handler failed.\n(APIServer pid=400) ERROR 05-20 11:53:35 [async_llm.py:906] vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
  },
  {
    id: 'validation-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^(?:\S{1,80}\.)?ValidationError: \d+ validation error/,
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\npydantic_core._pydantic_core.ValidationError: 1 validation error for SchedulerConfig',
  },
];
