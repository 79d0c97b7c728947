import type { Signature } from '../signature.ts';

/** What the engine refuses before it loads anything, and ports. */
export const VLLM_ARGUMENTS: readonly Signature[] = [
  {
    id: 'length-too-long',
    role: 'root',
    cause: 'context-too-long',
    stage: 'load',
    pattern:
      /^(?:Value error, )?User-specified max_model_len \((?<value>\d+)\) is greater than the derived max_model_len/,
    raised: true,
    hint: 'the model was made for less: lower --max-model-len',
    sources: ['vllm-project/vllm vllm/config/model.py:2196', 'seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\npydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig\n  Value error, User-specified max_model_len (999999) is greater than the derived max_model_len (max_position_embeddings=2048.0 or model_max_length=None in model\'s config.json). [type=value_error]',
  },
  {
    id: 'heads',
    role: 'root',
    cause: 'bad-value',
    stage: 'load',
    pattern:
      /^(?:Value error, )?Total number of attention heads \(\d+\) must be divisible by tensor parallel size/,
    raised: true,
    hint: 'the number of heads must be a multiple of --tensor-parallel-size',
    sources: ['vllm-project/vllm vllm/config/model.py:1159'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nValueError: Total number of attention heads (28) must be divisible by tensor parallel size (8).',
  },
  {
    id: 'world-size',
    role: 'root',
    cause: 'bad-value',
    stage: 'load',
    pattern: /^(?:Value error, )?World size \(\d+\) is larger than the number of available GPUs/,
    raised: true,
    hint: 'more ranks than devices',
    sources: ['vllm-project/vllm vllm/config/parallel.py:849'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nValueError: World size (16) is larger than the number of available GPUs (8) in this node.',
  },
  {
    id: 'architecture',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^(?:Value error, )?Model architectures .{1,200} are not supported for now/,
    raised: true,
    hint: 'this version of the engine is too old for the model',
    sources: ['vllm-project/vllm vllm/model_executor/models/registry.py:1037'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nValueError: Model architectures [\'FooForCausalLM\'] are not supported for now. Supported architectures: dict_keys([])',
  },
  {
    id: 'device-unknown',
    role: 'root',
    cause: 'driver',
    stage: 'load',
    pattern: /^Failed to infer device type/,
    raised: true,
    hint: 'no device is visible, or the build is for another kind of device',
    sources: ['vllm-project/vllm vllm/config/device.py:57', 'seen in 0.32.0'],
    sample:
      'Traceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Failed to infer device type, please set the environment variable `VLLM_LOGGING_LEVEL=DEBUG` to turn on verbose logging to help debug the issue.',
  },
  {
    id: 'bfloat16',
    role: 'root',
    cause: 'bad-value',
    stage: 'load',
    pattern: /^(?:Value error, )?Bfloat16 is only supported on GPUs/,
    raised: true,
    hint: 'give --dtype half: this device has no bfloat16',
    sources: ['vllm-project/vllm vllm/platforms/cuda.py:506'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 GPU has compute capability 7.5.\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'parser-unknown',
    role: 'root',
    cause: 'bad-value',
    stage: 'load',
    pattern: /^'?invalid (?:tool call|reasoning) parser: /,
    raised: true,
    hint: 'this version has no parser of that name',
    sources: ['vllm-project/vllm vllm/entrypoints/openai/api_server.py:520,529'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nKeyError: \'invalid tool call parser: foo (chose from { hermes })\'',
  },
  {
    id: 'bad-value',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^Value error, /,
    raised: true,
    general: true,
    hint: 'the checks that run before anything is loaded refuse it: the line says why',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\npydantic_core._pydantic_core.ValidationError: 1 validation error for SchedulerConfig\n  Value error, max_num_seqs must be positive [type=value_error]',
  },
  {
    id: 'port-held',
    role: 'root',
    cause: 'port-held',
    stage: 'any',
    pattern:
      /^\[Errno 98\] (?:error while attempting to bind on address \('[^']*', (?<value>\d+)|Address already in use)/,
    raised: true,
    may_name_setting: true,
    hint: 'another server, perhaps an older one of your own, listens there',
    sources: ['seen in 0.32.0'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nOSError: [Errno 98] Address already in use',
  },
  {
    id: 'page-sizes',
    role: 'root',
    cause: 'bad-value',
    stage: 'load',
    pattern: /^[^:]{0,200}unify_kv_cache_spec_page_size/,
    raised: true,
    hint: 'this draft and this model do not go together in this build',
    sources: ['z-lab/dflash#139'],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] EngineCore failed to start.\n(EngineCore pid=411) ERROR 05-20 10:12:44 [core.py:1159] AssertionError: unify_kv_cache_spec_page_size: page sizes differ\nTraceback (most recent call last):\n  File "/opt/venv/bin/vllm", line 10, in <module>\nRuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {\'EngineCore_DP0\': 1}',
  },
  {
    id: 'shared-memory-wait',
    role: 'note',
    cause: 'unknown',
    stage: 'any',
    pattern: /^No available shared memory broadcast block found in \d+ seconds/,
    hint: 'normal while kernels are compiled; under load, again and again, it is a hang',
    sources: [
      'vllm-project/vllm vllm/distributed/device_communicators/shm_broadcast.py:89',
      'vllm-project/vllm issue #16841',
    ],
    sample:
      '(APIServer pid=400) INFO 05-20 10:12:01 [api_utils.py:286] non-default args: {}\n(Worker_TP3 pid=433) INFO 05-20 10:12:30 [gpu_model_runner.py:5400] Starting to load model /models/a...\n(EngineCore pid=411) INFO 05-20 10:12:44 [shm_broadcast.py:681] No available shared memory broadcast block found in 60 seconds. This typically happens when some processes are hanging or doing some time-consuming work (e.g. compilation, weight/kv cache quantization).',
  },
];
