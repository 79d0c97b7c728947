import type { Signature } from '../signature.ts';

/** TensorRT-LLM is not driven, but its logs are read: only what its issues name. */
export const TENSORRT_LLM: readonly Signature[] = [
  {
    id: 'mpi-slots',
    role: 'root',
    cause: 'bad-value',
    stage: 'any',
    pattern: /^There are not enough slots available in the system/,
    raised: true,
    hint: 'more ranks than devices or slots',
    sources: ['NVIDIA/TensorRT-LLM#5854'],
    sample:
      '[TRT-LLM] [I] Starting TensorRT-LLM init.\nThere are not enough slots available in the system to satisfy the 8 slots\nTraceback (most recent call last):\n  File "/usr/local/bin/trtllm-serve", line 8, in <module>\nRuntimeError: Executor worker returned error',
  },
  {
    id: 'no-device',
    role: 'root',
    cause: 'driver',
    stage: 'any',
    pattern: /^No GPU devices found on the node/,
    raised: true,
    sources: ['NVIDIA/TensorRT-LLM tensorrt_llm'],
    sample:
      '[TRT-LLM] [I] Starting TensorRT-LLM init.\nRuntimeError: No GPU devices found on the node\nTraceback (most recent call last):\n  File "/usr/local/bin/trtllm-serve", line 8, in <module>\nRuntimeError: Executor worker returned error',
  },
  {
    id: 'port-held',
    role: 'root',
    cause: 'port-held',
    stage: 'any',
    pattern: /^Failed to bind socket to /,
    raised: true,
    sources: ['NVIDIA/TensorRT-LLM tensorrt_llm/commands/serve.py'],
    sample:
      '[TRT-LLM] [I] Starting TensorRT-LLM init.\nTraceback (most recent call last):\n  File "/usr/local/bin/trtllm-serve", line 10, in <module>\nRuntimeError: Failed to bind socket to 0.0.0.0:8000: Address already in use',
  },
  {
    id: 'worker-error',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Executor worker returned error/,
    raised: true,
    sources: ['NVIDIA/TensorRT-LLM#7706'],
    sample:
      '[TRT-LLM] [I] Starting TensorRT-LLM init.\nTraceback (most recent call last):\n  File "/usr/local/bin/trtllm-serve", line 8, in <module>\nRuntimeError: Executor worker returned error',
  },
  {
    id: 'mpi-abort',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^MPI_ABORT was invoked on rank/,
    sources: ['NVIDIA/TensorRT-LLM#2813'],
    sample:
      '[TRT-LLM] [I] Starting TensorRT-LLM init.\nMPI_ABORT was invoked on rank 3 in communicator MPI_COMM_WORLD',
  },
];
