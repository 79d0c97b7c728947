import type { Signature } from '../signature.ts';

/** What the engine refuses before it loads anything. */
export const SGLANG_ARGUMENTS: readonly Signature[] = [
  {
    id: 'dflash-cuda-only',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^DFLASH speculative decoding only supports CUDA device/,
    raised: true,
    hint: 'this kind of drafting needs an NVIDIA device',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:151'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nAssertionError: DFLASH speculative decoding only supports CUDA device.',
  },
  {
    id: 'dflash-dp-attention',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^Currently DFLASH speculative decoding does not support dp attention/,
    raised: true,
    hint: 'leave --enable-dp-attention away, or this kind of drafting',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:145-262'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: Currently DFLASH speculative decoding does not support dp attention.',
  },
  {
    id: 'dflash-pipeline',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^Currently DFLASH speculative decoding only supports pp_size == 1/,
    raised: true,
    hint: 'no pipeline parallelism beside this kind of drafting',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:145-262'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: Currently DFLASH speculative decoding only supports pp_size == 1.',
  },
  {
    id: 'dflash-draft-path',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^DFLASH speculative decoding requires setting --speculative-draft-model-path/,
    raised: true,
    hint: 'name the draft model',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:145-262'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: DFLASH speculative decoding requires setting --speculative-draft-model-path.',
  },
  {
    id: 'dflash-window',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^(?<flag>--speculative-(?:dflash-)?draft-window-size) must be >=/,
    raised: true,
    hint: 'the window of the draft must be at least one block',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:145-262'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: --speculative-draft-window-size must be >= --speculative-num-draft-tokens (block_size). window_size=4, block_size=8.',
  },
  {
    id: 'dflash-block-mismatch',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern:
      /^Both --speculative-num-draft-tokens and --speculative-dflash-block-size are set but they differ/,
    raised: true,
    hint: 'give one of the two, or the same number',
    sources: ['sgl-project/sglang python/sglang/srt/arg_groups/speculative_hook.py:145-262'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: Both --speculative-num-draft-tokens and --speculative-dflash-block-size are set but they differ.',
  },
  {
    id: 'ddtree-page-size',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^DDTREE [\w ,.=-]{0,80}(?:page_size|rejection sampling)/,
    raised: true,
    hint: 'drafting by trees needs --page-size 1 and no rejection sampling',
    sources: ['sgl-project/sglang PR #29907'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: DDTREE speculative decoding supports page_size == 1 only.',
  },
  {
    id: 'context-too-long',
    role: 'root',
    cause: 'context-too-long',
    stage: 'load',
    pattern:
      /^(?:Warning: )?User-specified context_length \((?<value>\d+)\) is greater than the derived context_length/,
    raised: true,
    hint: 'the model was made for less: lower --context-length',
    sources: ['sgl-project/sglang python/sglang/srt/configs/model_config.py:737'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nValueError: Warning: User-specified context_length (262144) is greater than the derived context_length (131072). This may lead to incorrect model outputs or CUDA errors.',
  },
  {
    id: 'kernel-version',
    role: 'root',
    cause: 'executable-missing',
    stage: 'arguments',
    pattern: /^[\w-]{1,40} is installed with version \S+, which is less than the minimum required version/,
    raised: true,
    hint: 'packages of the installation do not belong together: install the engine again as a whole',
    sources: ['sgl-project/sglang python/sglang/srt/utils/common.py assert_pkg_version'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/sglang/launch_server.py", line 84, in <module>\nException: sglang-kernel is installed with version 0.3.9, which is less than the minimum required version 0.4.1. ',
  },
];
