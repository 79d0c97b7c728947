import type { HarmlessLine } from '../../signature.ts';

/** Remarks of Python, PyTorch and their libraries that look like a failure and are none. */
export const PYTHON_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'python-warning',
    pattern: /^\S{1,300}\.py:\d+: \w*Warning: /,
    why: 'a remark of a library',
    sources: ['python/cpython (text of its warnings)'],
    sample: '/opt/sglang/launch_server.py:57: UserWarning: this way of starting is still supported',
  },
  {
    id: 'cudart-warning',
    pattern: /^(?:<[^>]{1,80}>:\d+: )?FutureWarning: The cuda\.cudart module is deprecated/,
    why: 'a remark of a library',
    sources: ['NVIDIA/cuda-python (its text)'],
    sample:
      '<frozen importlib._bootstrap_external>:1301: FutureWarning: The cuda.cudart module is deprecated and will be removed in a future release',
  },
  {
    id: 'entry-point',
    pattern: /^UserWarning: 'python -m sglang\.launch_server' is still supported/,
    why: 'advice about another way of starting',
    sources: ['sgl-project/sglang python/sglang/launch_server.py:57'],
    sample:
      "UserWarning: 'python -m sglang.launch_server' is still supported, but 'sglang serve' is the recommended entrypoint.",
  },
  {
    id: 'warn-call',
    pattern: /^ {1,12}warnings\.warn\(/,
    why: 'the source line of a warning',
    sources: ['python/cpython (text of its warnings)'],
    sample: '  warnings.warn(',
  },
  {
    id: 'torch-dtype',
    pattern: /^`torch_dtype` is deprecated/,
    why: 'an old spelling that still works',
    sources: ['huggingface/transformers (its text)'],
    sample: '`torch_dtype` is deprecated! Use `dtype` instead!',
  },
  {
    id: 'extensions',
    pattern: /^Skipping import of cpp extensions/,
    why: 'other kernels are used',
    sources: ['pytorch/ao (its text)'],
    sample: 'Skipping import of cpp extensions due to incompatible torch version 2.9',
  },
  {
    id: 'kernels-compiled',
    pattern: /^flashinfer\.jit: Prebuilt kernels not found/,
    why: 'kernels are compiled instead: the first start takes longer',
    sources: ['flashinfer-ai/flashinfer (its text)'],
    sample: 'flashinfer.jit: Prebuilt kernels not found, using JIT backend',
  },
  {
    id: 'nccl-plugin',
    pattern: /^[^\]]{0,80}\[\d+\] NCCL INFO NET\/Plugin: Could not find/,
    why: 'an optional library',
    sources: ['NVIDIA/nccl (its text)'],
    sample:
      'node1:12:34 [0] NCCL INFO NET/Plugin: Could not find: libnccl-net.so. cannot open shared object file',
  },
  {
    id: 'refused-connection',
    pattern: /^.{0,200}(?:ECONNREFUSED|Connection refused)/,
    why: 'nothing listens before the load is over',
    sources: ['seen while a server loads'],
    sample: 'connect ECONNREFUSED 127.0.0.1:30000',
  },
];
