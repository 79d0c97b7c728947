import type { Signature } from '../signature.ts';

const REPOSITORY = 'ggml-org/llama.cpp';
const LOAD = "0.00.010.000 I srv    load_model: loading model '/m/a.gguf'\n";
const EXIT = '\n0.00.023.901 E srv  llama_server: exiting due to model loading error';

/** What the command is refused for, before a model is opened. Lines of `llama-server` b10434 as captured. */
export const LLAMACPP_ARGUMENTS: readonly Signature[] = [
  {
    id: 'unknown-flag',
    role: 'root',
    cause: 'bad-flag',
    stage: 'arguments',
    pattern: /^error: invalid argument: (?<flag>\S+)/,
    sources: [`${REPOSITORY} common/arg.cpp:766`],
    sample: 'error: invalid argument: --speculative-ddtree-budget',
  },
  {
    id: 'removed-flag',
    role: 'root',
    cause: 'bad-flag',
    stage: 'arguments',
    pattern: /^error while handling argument "(?<flag>[^"]+)": the argument has been removed/,
    hint: 'this build took the flag away: the line names its successor',
    sources: [`${REPOSITORY} common/arg.cpp:344,4207`],
    sample:
      'error while handling argument "--draft-max": the argument has been removed. use --spec-draft-n-max or --spec-ngram-mod-n-max',
  },
  {
    id: 'unknown-device',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^error while handling argument "(?<flag>[^"]+)": invalid device: /,
    hint: 'this build has no such device: `llama-server --list-devices` shows what it has',
    sources: [`${REPOSITORY} common/arg.cpp:1071`],
    sample: 'error while handling argument "--device": invalid device: Vulkan0',
  },
  {
    id: 'bad-argument',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^error while handling argument "(?<flag>[^"]+)": /,
    general: true,
    sources: [`${REPOSITORY} common/arg.cpp`],
    sample: 'error while handling argument "-fa": error: unknown value for --flash-attn: \'maybe\'',
  },
  {
    id: 'model-required',
    role: 'root',
    cause: 'bad-value',
    stage: 'arguments',
    pattern: /^error: --model is required/,
    sources: [`${REPOSITORY} common/arg.cpp:860`],
    sample: 'error: --model is required',
  },
  {
    id: 'port-held',
    role: 'root',
    cause: 'port-held',
    stage: 'any',
    pattern: /^srv +start: couldn't bind HTTP server socket, hostname: \S+, port: (?<value>\d+)/,
    may_name_setting: true,
    hint: 'the port is taken, or this user may not use it, or the address is not one of this host',
    sources: [`${REPOSITORY} tools/server/server-http.cpp:455`],
    sample:
      "0.00.006.040 E srv         start: couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 18082\n0.00.007.522 E srv  llama_server: exiting due to HTTP server error",
  },
];

/** The model file, and what else is read before memory is taken. */
export const LLAMACPP_FILES: readonly Signature[] = [
  {
    id: 'file-missing',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^gguf_init_from_file: failed to open GGUF file '(?<value>[^']*)'/,
    may_name_setting: true,
    sources: [`${REPOSITORY} ggml/src/gguf.cpp`],
    sample: `${LOAD}0.00.022.734 E gguf_init_from_file: failed to open GGUF file '/m/nope.gguf' (No such file or directory)${EXIT}`,
  },
  {
    id: 'file-unreadable',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern:
      /^llama_model_load: error loading model: failed to open (?<value>[^:]+): (?:No such file|Permission denied)/,
    may_name_setting: true,
    sources: [`${REPOSITORY} src/llama-mmap.cpp:89`],
    sample: `${LOAD}0.00.022.734 E llama_model_load: error loading model: failed to open /m/a.gguf: Permission denied${EXIT}`,
  },
  {
    id: 'not-a-gguf',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^gguf_init_from_\w+: invalid magic characters: /,
    sources: [`${REPOSITORY} ggml/src/gguf.cpp`],
    sample: `${LOAD}0.00.009.547 E gguf_init_from_reader: invalid magic characters: ':"w?', expected 'GGUF'${EXIT}`,
  },
  {
    id: 'file-truncated',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^llama_model_load: error loading model: tensor '[^']*' data is not within the file bounds/,
    hint: 'the file is shorter than it says: download it again and compare its hash',
    sources: [`${REPOSITORY} src/llama-model-loader.cpp`],
    sample: `${LOAD}0.00.030.233 E llama_model_load: error loading model: tensor 'blk.1.attn_q.weight' data is not within the file bounds, model is corrupted or incomplete${EXIT}`,
  },
  {
    id: 'file-corrupted',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^llama_model_load: error loading model: corrupted model: /,
    hint: 'the file is damaged, or a part of a split model is missing',
    sources: [`${REPOSITORY} src/llama-model-loader.cpp:656`],
    sample: `${LOAD}0.00.030.233 E llama_model_load: error loading model: corrupted model: 723 tensors expected but 648 found${EXIT}`,
  },
  {
    id: 'tensor-invalid',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^llama_model_load: error loading model: (?:[\w ]{1,40}: )?tensor '[^']*' has invalid data/,
    sources: [`${REPOSITORY} src/llama-model-loader.cpp:1409`],
    sample: `${LOAD}0.00.030.233 E llama_model_load: error loading model: tensor 'blk.1.attn_q.weight' has invalid data${EXIT}`,
  },
  {
    id: 'tensors-missing',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern:
      /^llama_model_load: error loading model: (?:[\w ]{1,40}: )?(?:missing tensor '|wrong number of tensors; expected \d+, got \d+)/,
    hint: 'the file was made for another version of the engine, or is incomplete',
    sources: [`${REPOSITORY} src/llama-model-loader.cpp:1097,1328`],
    sample: `${LOAD}0.00.030.233 E llama_model_load: error loading model: missing tensor 'blk.3.attn_q.weight'${EXIT}`,
  },
  {
    id: 'unknown-architecture',
    role: 'root',
    cause: 'weights-missing',
    stage: 'load',
    pattern: /^llama_model_load: error loading model: (?:[\w ]{1,40}: )?unknown model architecture: '/,
    hint: 'this build is too old for the model, or was made without it',
    sources: [`${REPOSITORY} src/llama-model.cpp:339`],
    sample: `${LOAD}0.00.030.233 E llama_model_load: error loading model: error loading model architecture: unknown model architecture: 'newest'${EXIT}`,
  },
  {
    id: 'download-failed',
    role: 'root',
    cause: 'weights-missing',
    stage: 'any',
    pattern: /^\w+: download failed after \d+ attempts/,
    hint: 'the model could not be fetched: look at the network, or name a file that is here',
    sources: [`${REPOSITORY} common/download.cpp:430`],
    sample: `0.30.030.233 E common_download_file_single: download failed after 3 attempts${EXIT}`,
  },
];
