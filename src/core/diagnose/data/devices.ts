import type { Signature } from '../signature.ts';

/** Devices and their driver, as PyTorch and CUDA say it. */
export const DEVICES: readonly Signature[] = [
  {
    id: 'cuda-memory',
    role: 'root',
    cause: 'out-of-memory',
    stage: 'any',
    pattern: /^(?:CUDA out of memory|CUDA error: out of memory|HIP out of memory)/,
    raised: true,
    sources: ['pytorch/pytorch (its text)'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 3 has a total capacity of 94.97 GiB of which 1.20 GiB is free.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'device-busy',
    role: 'root',
    cause: 'out-of-memory-leftover',
    stage: 'any',
    pattern: /^CUDA error: (?:all )?CUDA-capable device\(s\) is\/are busy/,
    raised: true,
    hint: 'another process has the device for itself, or is just dying: wait for it',
    sources: ['NVIDIA/DIGITS#2005'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: CUDA error: CUDA-capable device(s) is/are busy or unavailable\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'device-lost',
    role: 'root',
    cause: 'device-lost',
    stage: 'any',
    pattern:
      /^CUDA error: (?:uncorrectable ECC error|no CUDA-capable device is detected|invalid device ordinal)/,
    raised: true,
    sources: ['vllm-project/vllm#5222', 'sgl-project/sglang#3204'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\ntorch.AcceleratorError: CUDA error: uncorrectable ECC error encountered\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'launch-failure',
    role: 'root',
    cause: 'unknown',
    stage: 'any',
    pattern: /^CUDA error: unspecified launch failure/,
    raised: true,
    hint: 'Xid 79, 48, 94 or 95 in the kernel log is the device; 13 or 31 is the software',
    sources: ['vllm-project/vllm#27430'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: CUDA error: unspecified launch failure\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'illegal-access',
    role: 'root',
    cause: 'unknown',
    stage: 'any',
    pattern: /^CUDA error: an illegal memory access was encountered/,
    raised: true,
    hint: 'software until shown otherwise: a second time with the same setting is a defect of this build',
    sources: ['vllm-project/vllm#55279', 'z-lab/dflash#146'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: CUDA error: an illegal memory access was encountered\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'no-kernel',
    role: 'root',
    cause: 'driver',
    stage: 'any',
    pattern: /^CUDA error: no kernel image is available for execution/,
    raised: true,
    hint: 'this build has no code for this device: another build, or another backend',
    sources: ['sgl-project/sglang#7249', 'vllm-project/vllm#20522'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: CUDA error: no kernel image is available for execution on the device\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'driver',
    role: 'root',
    cause: 'driver',
    stage: 'any',
    pattern:
      /^(?:CUDA driver version is insufficient|The NVIDIA driver on your system is too old|Found no NVIDIA driver)/,
    raised: true,
    sources: ['kvcached#74', 'pytorch/pytorch (its text)'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: The NVIDIA driver on your system is too old (found version 12020).\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'fabric-manager',
    role: 'root',
    cause: 'driver',
    stage: 'any',
    pattern: /^(?:[^:]{0,120}\. )?Error 802: system not yet initialized/,
    raised: true,
    hint: 'the fabric manager is not up (yet): after a boot it takes a minute',
    sources: ['pytorch/pytorch#35710', 'sgl-project/sglang#27487'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Unexpected error from cudaGetDeviceCount(). Error 802: system not yet initialized\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'driver-compatibility',
    role: 'root',
    cause: 'driver',
    stage: 'any',
    pattern: /^(?:[^:]{0,120}\. )?Error 80[34]: (?:system|forward)/,
    raised: true,
    hint: 'driver and libraries of the container do not belong together',
    sources: ['gpustack/gpustack#1254'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Unexpected error from cudaGetDeviceCount(). Error 804: forward compatibility was attempted on non supported HW\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
];

/** Traffic between ranks. Nearly always what one rank says after another one has failed. */
export const COLLECTIVES: readonly Signature[] = [
  {
    id: 'duplicate-device',
    role: 'root',
    cause: 'bad-value',
    stage: 'any',
    pattern: /^(?:[^:]{0,200}: )?Duplicate GPU detected/,
    raised: true,
    hint: 'two ranks share a device: CUDA_VISIBLE_DEVICES, or --tp larger than what there is',
    sources: ['NVIDIA/nccl#1241', 'verl-project/verl#161'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\ntorch.distributed.DistBackendError: Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 44000\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'collective-timeout',
    role: 'echo',
    cause: 'unknown',
    stage: 'any',
    pattern:
      /^(?:\[rank\d{1,4}\]:)?\[[^\]]{1,80}\] (?:\[[^\]]{1,80}\] )?Watchdog caught collective operation timeout/,
    hint: 'one rank died or hangs, this one only waited for it',
    sources: ['sgl-project/sglang#3368', 'sgl-project/sglang#3783', 'vllm-project/vllm#2734'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[rank3]:[E ProcessGroupNCCL.cpp:629] [Rank 3] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=21, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600010 milliseconds before timing out.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'collective-failed',
    role: 'echo',
    cause: 'unknown',
    stage: 'any',
    pattern: /^\[\w[^\]]{0,40}ProcessGroup\w{2,10}\.cpp/,
    sources: ['pytorch/pytorch (its text)'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[E ProcessGroupNCCL.cpp:916] [Rank 5] NCCL watchdog thread terminated with exception\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'nccl-error',
    role: 'echo',
    cause: 'unknown',
    stage: 'any',
    pattern: /^(?:NCCL error|NCCL Error \d+)[^A-Za-z]{0,4}/,
    raised: true,
    hint: 'the first rank that failed says why; a lost device stands in the kernel log',
    sources: ['vllm-project/vllm#7896'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: NCCL error: unhandled cuda error (run with NCCL_DEBUG=INFO for details)\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'peer-gone',
    role: 'echo',
    cause: 'unknown',
    stage: 'any',
    pattern: /^(?:\[\S+\] )?(?:Connection closed by peer|Read error)/,
    raised: true,
    sources: ['facebookincubator/gloo (its text)'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\nRuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [10.0.0.1]:3456\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
];

/** Kernels that are compiled at the start. */
export const BUILD: readonly Signature[] = [
  {
    id: 'kernel-too-large',
    role: 'root',
    cause: 'bad-value',
    stage: 'any',
    pattern: /^out of resource: shared memory, Required: \d+, Hardware limit: \d+/,
    raised: true,
    hint: 'this kernel does not fit this device: another backend for attention or experts',
    sources: ['triton-lang/triton#8182', 'sgl-project/sglang#2384'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\ntriton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing block sizes or `num_stages` may help.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'build-failed',
    role: 'root',
    cause: 'host-unfit',
    stage: 'any',
    pattern: /^(?:Command '\['ninja', |Ninja build failed|Error building extension ')/,
    raised: true,
    hint: 'a kernel could not be compiled: nvcc, headers or host memory; clear the cache of kernels once',
    sources: [
      'sgl-project/sglang#5389',
      'sgl-project/sglang#25487',
      'THUDM/slime#1314',
      'vllm-project/vllm#36077',
    ],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nsubprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'compiler-missing',
    role: 'root',
    cause: 'host-unfit',
    stage: 'any',
    pattern: /^Failed to find C compiler/,
    raised: true,
    hint: 'install a C compiler where the server runs',
    sources: ['sgl-project/sglang#1067', 'vllm-project/vllm#14075'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Failed to find C compiler. Please specify via CC environment variable\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'assembler-old',
    role: 'root',
    cause: 'host-unfit',
    stage: 'any',
    pattern: /^(?:[^:']{0,80}: )?ptxas fatal ?: Value 'sm_\w+' is not defined/,
    raised: true,
    hint: 'the assembler is older than the device: TRITON_PTXAS_PATH to that of the toolkit',
    sources: ['triton-lang/triton#8539', 'gpustack/gpustack#4372', 'vllm-project/vllm#31338'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nptxas fatal : Value 'sm_121a' is not defined for option 'gpu-name'\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
];
