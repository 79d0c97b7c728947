import type { Signature } from '../signature.ts';

/** Model files, caches and the disk, as the libraries below the Python engines say it. */
export const FILES: readonly Signature[] = [
  {
    id: 'weights-absent',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^Cannot find any model weights with `(?<value>[^`]*)`/,
    raised: true,
    may_name_setting: true,
    sources: ['sgl-project/sglang python/sglang/srt/model_loader/loader.py:522'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nRuntimeError: Cannot find any model weights with `/models/k26`\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'model-absent',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^(?:Repo id must be in the form|Can't load )[^']{0,200}'(?<value>[^']*)'/,
    raised: true,
    may_name_setting: true,
    hint: 'the folder of the model is not complete',
    sources: ['lm-sys/FastChat#492', 'InternRobotics/StreamVLN#64'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nOSError: Can't load tokenizer for '/models/k26'. If you were trying to load it\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'model-unknown',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^(?<value>\S+) is not a local folder and is not a valid model identifier/,
    raised: true,
    may_name_setting: true,
    sources: ['huggingface/transformers (its text)'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nOSError: /models/k26 is not a local folder and is not a valid model identifier listed on the hub\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'repository-invalid',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^(?:Value error, )?Invalid repository ID or local directory specified: '(?<value>[^']*)'/,
    raised: true,
    may_name_setting: true,
    sources: ['vllm-project/vllm vllm/transformers_utils/config.py:718'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: Invalid repository ID or local directory specified: '/models/k26'.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'tokenizer-absent',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^No tokenizer file found in directory/,
    raised: true,
    hint: 'the folder of the model is not complete',
    sources: ['vllm-project/vllm#31444', 'vllm-project/vllm-omni#917'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: No tokenizer file found in directory: /models/k26\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'file-absent',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern:
      /^\[Errno 2\] No such file or directory: '(?<value>[^']*\.(?:safetensors|bin|json|gguf|model|jinja))'/,
    raised: true,
    may_name_setting: true,
    sources: ['text of Python'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nFileNotFoundError: [Errno 2] No such file or directory: '/models/k26/model-00001.safetensors'\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'file-damaged',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^Error while deserializing header: /,
    raised: true,
    hint: 'a part of the model is cut off: compare sizes and hashes, fetch it again',
    sources: ['gpustack/gpustack#815'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nsafetensors_rust.SafetensorError: Error while deserializing header: MetadataIncompleteBuffer\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'hub-unreachable',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern:
      /^(?:We couldn't connect to 'https?:\/\/|LocalEntryNotFoundError|[^']{0,200}outgoing traffic has been disabled)/,
    raised: true,
    hint: 'the model is not complete in the cache and the network does not answer',
    sources: ['huggingface/huggingface_hub (its text)'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nOSError: We couldn't connect to 'https://huggingface.co' to load the files, and couldn't find them in the cached files.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'architecture-unknown',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^The checkpoint you are trying to load has model type /,
    raised: true,
    hint: 'the transformers package is too old for the model',
    sources: ['vllm-project/vllm#13579'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nValueError: The checkpoint you are trying to load has model type `foo` but Transformers does not recognize this architecture.\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'disk-full',
    role: 'root',
    cause: 'disk-full',
    stage: 'any',
    pattern: /^\[Errno 28\] No space left on device/,
    raised: true,
    sources: ['text of Python'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nOSError: [Errno 28] No space left on device\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
  {
    id: 'cache-forbidden',
    role: 'root',
    cause: 'host-unfit',
    stage: 'any',
    pattern: /^\[Errno 13\] Permission denied: '(?<value>[^']*)'/,
    raised: true,
    may_name_setting: true,
    hint: 'the user of the service may not write there: give it a HOME or cache folder of its own (HF_HOME, TRITON_CACHE_DIR)',
    sources: ['vllm-project/vllm#20127'],
    sample:
      "[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nPermissionError: [Errno 13] Permission denied: '/nonexistent/.cache/huggingface'\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.",
  },
  {
    id: 'too-many-files',
    role: 'root',
    cause: 'host-unfit',
    stage: 'any',
    pattern: /^(?:\[Errno 24\] )?Too many open files/,
    raised: true,
    hint: 'the limit of open files of the service is too low: LimitNOFILE',
    sources: ['vllm-project/vllm#7920', 'pytorch/pytorch#137695'],
    sample:
      '[2026-07-20 08:31:21 TP3] Load weight begin. avail mem=93.18 GB\n[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):\nOSError: [Errno 24] Too many open files\n[2026-07-20 08:36:41] Received sigquit from a child process. It usually means the child failed.',
  },
];
