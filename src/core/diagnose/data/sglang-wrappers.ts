import type { Signature } from '../signature.ts';

/** Lines that say that something failed: another rank, a child, the whole. The cause stands before them. */
export const SGLANG_WRAPPERS: readonly Signature[] = [
  {
    id: 'scheduler-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Scheduler hit an exception: /,
    sources: ['sgl-project/sglang python/sglang/srt/managers/scheduler.py'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nNotImplementedError: not in this build\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'child-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^(?:Received sigquit from a child process|SIGQUIT received\. )/,
    sources: ['sgl-project/sglang python/sglang/srt/managers/tokenizer_manager.py:3262'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:41] SIGQUIT received. signum=3, frame=None. It usually means one child failed.',
  },
  {
    id: 'kills-itself',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^kill_process_tree called: /,
    sources: ['sgl-project/sglang python/sglang/srt/utils/common.py:1984'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:41] kill_process_tree called: parent_pid=4711, include_parent=True, pid=4711',
  },
  {
    id: 'rank-died',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Rank \d+ scheduler died during initialization/,
    raised: true,
    hint: 'the engine kills its own tree by SIGKILL: exit code -9 alone is no lack of host memory',
    sources: [
      'sgl-project/sglang python/sglang/srt/entrypoints/engine.py:1362',
      'sgl-project/sglang issue #37931',
      'sgl-project/sglang PR #20287',
      'sgl-project/sglang issue #25118',
    ],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\nRuntimeError: Rank 3 scheduler died during initialization (exit code: -9). If exit code is -9 (SIGKILL), a common cause is the OS OOM killer. Run `dmesg -T | grep -i oom` to check.',
  },
  {
    id: 'subprocess-died',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Subprocess \S+ \(pid=\d+\) crashed with exit code/,
    sources: ['sgl-project/sglang python/sglang/srt (subprocess watchdog)'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 11:02:33] Subprocess scheduler_0 (pid=48213) crashed with exit code -6. Triggering SIGQUIT for cleanup...',
  },
  {
    id: 'rank-behind',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^TP rank \d+ could finish the model loading, but/,
    raised: true,
    sources: [
      'sgl-project/sglang python/sglang/srt/model_executor/model_runner_components/load_model_utils.py:271',
      'sgl-project/sglang issue #5457',
      'sgl-project/sglang issue #4503',
    ],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\nValueError: TP rank 2 could finish the model loading, but there are other ranks that didn't finish loading. It is likely due to unexpected failures.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'warm-up-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Initialization failed\. warmup error: /,
    sources: [
      'sgl-project/sglang python/sglang/srt/entrypoints/http_server.py:2131',
      'sgl-project/sglang issue #2468',
    ],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:38:51] Initialization failed. warmup error: Traceback (most recent call last):\nrequests.exceptions.ConnectionError: refused\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'graphs-failed',
    role: 'wrapper',
    cause: 'unknown',
    stage: 'any',
    pattern: /^Capture cuda graph failed: /,
    raised: true,
    sources: [
      'sgl-project/sglang python/sglang/srt/model_executor/runner/decode_cuda_graph_runner.py:410',
      'sgl-project/sglang python/sglang/srt/model_executor/runner_backend_utils/__init__.py:14',
    ],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\nException: Capture cuda graph failed: the compiler gave up\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
];

/** Looked at when nothing else matches: any other complaint of the checks that run before the engine's processes. */
export const SGLANG_LAST: readonly Signature[] = [
  {
    id: 'bad-value',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^(?:ValueError|AssertionError|NotImplementedError)(?:: |$)/,
    general: true,
    hint: 'the checks that run before anything is loaded refuse it: the line says why',
    sources: ['sgl-project/sglang python/sglang/srt/server_args.py'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: The draft and the target do not go together.',
  },
];
