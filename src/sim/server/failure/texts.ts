import type { RankError } from './fail-rank.ts';

const scheduler = (line: number, name: string, code: string) => ({
  file: 'sglang/srt/managers/scheduler.py',
  line,
  name,
  code,
});
const runner = (line: number, name: string, code: string) => ({
  file: 'sglang/srt/model_executor/model_runner.py',
  line,
  name,
  code,
});
const STARTING = scheduler(
  3127,
  'run_scheduler_process',
  'scheduler = Scheduler(server_args, port_args, gpu_id, tp_rank, pp_rank, dp_rank)',
);

export function deviceMissing(): RankError {
  return {
    frames: [
      STARTING,
      runner(298, '__init__', 'torch.get_device_module(self.device).set_device(self.gpu_id)'),
    ],
    error:
      'torch.AcceleratorError: CUDA error: invalid device ordinal\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.',
  };
}

export function distributedFailed(): RankError {
  return {
    frames: [STARTING, runner(655, 'init_torch_distributed', 'initialize_model_parallel(')],
    error:
      "torch.distributed.DistBackendError: NCCL error in: /pytorch/torch/csrc/distributed/c10d/NCCLUtils.cpp:94, unhandled cuda error (run with NCCL_DEBUG=INFO for details), NCCL version 2.27.5\nncclUnhandledCudaError: Call to CUDA function failed.\nLast error:\nCuda failure 999 'unknown error'",
  };
}

export function repackFailed(): RankError {
  return {
    frames: [
      STARTING,
      runner(412, 'initialize', 'self.load_model()'),
      {
        file: 'sglang/srt/layers/quantization/marlin_utils.py',
        line: 318,
        name: 'marlin_moe_permute_scales',
        code: 'output[e] = marlin_permute_scales(s[e], size_k, size_n, group_size)',
      },
    ],
    error: 'RuntimeError: CUDA error: invalid argument',
  };
}

export function poolFailed(): RankError {
  return {
    frames: [
      STARTING,
      runner(1530, 'init_memory_pool', 'self.token_to_kv_pool = MLATokenToKVPool('),
      {
        file: 'torch/utils/_device.py',
        line: 103,
        name: '__torch_function__',
        code: 'return func(*args, **kwargs)',
      },
    ],
    error: 'torch.AcceleratorError: CUDA error: misaligned address',
  };
}

export function notEnoughMemory(mem_fraction_static: number): RankError {
  return {
    frames: [STARTING, runner(1530, 'init_memory_pool', 'raise RuntimeError(')],
    error: `RuntimeError: Not enough memory. Please try to increase --mem-fraction-static. Current value: mem_fraction_static=${mem_fraction_static}`,
  };
}

export function captureFailed(cause: string): RankError {
  return {
    frames: [STARTING, runner(1812, 'init_device_graphs', 'self.graph_runner = CudaGraphRunner(self)')],
    error: `Exception: Capture cuda graph failed: ${cause.replace(/^[\w.]+: /, '')}\nPossible solutions:\n1. set --mem-fraction-static to a smaller value (e.g., 0.8 or 0.7)\n2. set --cuda-graph-max-bs to a smaller value (e.g., 16)\n3. disable torch compile by not using --enable-torch-compile\n4. disable CUDA graph by --disable-cuda-graph. (Not recommended. Huge performance loss)\nOpen an issue on GitHub https://github.com/sgl-project/sglang/issues/new/choose`,
  };
}

export function draftCaptureFailed(): RankError {
  return {
    frames: [
      STARTING,
      {
        file: 'sglang/srt/speculative/dflash_worker_v2.py',
        line: 388,
        name: 'init_cuda_graphs',
        code: 'logits, hidden = self.draft_runner.capture(batch_size)',
      },
    ],
    error: 'ValueError: too many values to unpack (expected 2)',
  };
}

export function illegalAccess(): RankError {
  return {
    frames: [scheduler(3154, 'run_scheduler_process', 'scheduler.event_loop_normal()')],
    error:
      'torch.AcceleratorError: CUDA error: an illegal memory access was encountered\nCUDA kernel errors might be asynchronously reported at some other API call, so the stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1\nCompile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.',
  };
}
