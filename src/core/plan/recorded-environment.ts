/** Variables that decide how an engine runs. All else of a whole environment is nobody's business in a record. */
const PREFIXES = [
  'CUDA_',
  'NVIDIA_',
  'NCCL_',
  'HIP_',
  'ROCM_',
  'ROCR_',
  'HSA_',
  'RCCL_',
  'GPU_',
  'ZE_',
  'SYCL_',
  'ONEAPI_',
  'OMP_',
  'GOMP_',
  'KMP_',
  'MKL_',
  'OPENBLAS_',
  'BLIS_',
  'MALLOC_',
  'UCX_',
  'GLOO_',
  'TORCH',
  'PYTORCH_',
  'TRITON_',
  'XLA_',
  'HF_',
  'TRANSFORMERS_',
  'TOKENIZERS_',
  'LLAMA_',
  'GGML_',
  'VLLM_',
  'SGLANG_',
  'SGL_',
  'FLASHINFER_',
];
const NAMES = new Set([
  'PATH',
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'PYTHONPATH',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  'TZ',
  'LANG',
]);

/** The part of an environment that documents carry: all of what a file set, and by this list of a whole one. */
export function recordedEnvironment(
  env: Readonly<Record<string, string>>,
  complete: boolean,
): Readonly<Record<string, string>> {
  if (!complete) return env;
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix)),
    ),
  );
}
