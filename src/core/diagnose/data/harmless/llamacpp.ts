import type { HarmlessLine } from '../../signature.ts';

/** Lines of `llama-server` that look like a failure and are none. */
export const LLAMACPP_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'amx',
    pattern: /^AMX is not ready to be used!/,
    why: 'the processor has no AMX; other code is used',
    sources: ['seen in b10434'],
    sample: 'AMX is not ready to be used!',
  },
  {
    id: 'cors',
    pattern: /^srv +llama_server: (?:-+$|CORS is set|this can be a security risk|more info: )/,
    why: 'advice about access from browsers',
    sources: ['seen in b10434'],
    sample: '0.00.034.398 W srv  llama_server: this can be a security risk (cross-origin attacks)',
  },
  {
    id: 'context-unused',
    pattern: /^llama_context: n_ctx_seq \(\d+\) < n_ctx_train \(\d+\)/,
    why: 'the model could hold more than was asked',
    sources: ['ggml-org/llama.cpp src/llama-context.cpp:317'],
    sample:
      '0.00.034.398 W llama_context: n_ctx_seq (8192) < n_ctx_train (131072) -- the full capacity of the model will not be utilized',
  },
  {
    id: 'context-overflow',
    pattern: /^llama_context: n_ctx_seq \(\d+\) > n_ctx_train \(\d+\)/,
    why: 'slots are capped at the trained length',
    sources: ['ggml-org/llama.cpp src/llama-context.cpp'],
    sample:
      '0.00.034.398 W llama_context: n_ctx_seq (262144) > n_ctx_train (4096) -- possible training context overflow',
  },
  {
    id: 'context-capped',
    pattern: /^srv +load_model: the slot context \(\d+\) exceeds the training context/,
    why: 'slots are capped at the trained length',
    sources: ['seen in b10434'],
    sample:
      '0.00.034.398 W srv    load_model: the slot context (16384) exceeds the training context of the model (4096) - capping',
  },
  {
    id: 'context-divided',
    pattern: /^llama_context: n_ctx is not divisible by n_seq_max/,
    why: 'the context was rounded per slot',
    sources: ['seen in b10434'],
    sample: '0.00.034.398 W llama_context: n_ctx is not divisible by n_seq_max - rounding down to 1536',
  },
  {
    id: 'fit-gemma',
    pattern: /^.{0,80}Gemma4Assistant requires ctx_other to be set/,
    why: 'printed while the fit is tried',
    sources: ['ggml-org/llama.cpp src/llama-context.cpp:147'],
    sample:
      '0.00.034.398 W llama_context: Gemma4Assistant requires ctx_other to be set (this warning is normal during memory fitting)',
  },
  {
    id: 'fit-gave-up',
    pattern: /^common_fit_params: failed to fit params to free device memory/,
    why: 'the server goes on with what was asked',
    degraded: true,
    sources: ['ggml-org/llama.cpp common/fit.cpp:806'],
    sample:
      '0.08.276.067 W common_fit_params: failed to fit params to free device memory: was unable to fit model into system memory by reducing context, abort',
  },
  {
    id: 'draft-unmeasured',
    pattern: /^srv +load_model: \[spec\] failed to measure draft model memory/,
    why: 'the line above it says why',
    sources: ['seen in b10434'],
    sample:
      '0.00.034.398 W srv    load_model: [spec] failed to measure draft model memory: failed to load model',
  },
  {
    id: 'idle-slots',
    pattern: /^srv +init: --cache-idle-slots requires --cache-ram, disabling/,
    why: 'follows from --cache-ram 0',
    sources: ['seen in b10434'],
    sample: '0.00.034.398 W srv          init: --cache-idle-slots requires --cache-ram, disabling',
  },
  {
    id: 'deprecated',
    pattern: /^DEPRECATED: /,
    why: 'an old spelling that still works',
    sources: ['seen in b10434'],
    sample: '0.00.009.322 W DEPRECATED: --mmap and --no-mmap are deprecated. use --load-mode mmap instead',
  },
  {
    id: 'port-notice',
    pattern: /^.{0,60}NOTICE: server default port will be changed/,
    why: 'advice about a later version',
    sources: ['ggml-org/llama.cpp tools/server/server.cpp:492'],
    sample: '0.00.034.398 W NOTICE: server default port will be changed to :9931 in a future release',
  },
  {
    id: 'token-type',
    pattern: /^.{0,80}control-looking token: /,
    why: 'a remark about the model file',
    sources: ['ggml-org/llama.cpp src/llama-vocab.cpp:2624'],
    sample:
      "0.00.034.398 W load: control-looking token: 128247 '</s>' was not control-type; this is probably a bug in the model. its type will be overridden",
  },
  {
    id: 'end-tokens',
    pattern: /^.{0,80}special_eos_id is not in special_eog_ids/,
    why: 'a remark about the model file',
    sources: ['ggml-org/llama.cpp src/llama-vocab.cpp:2861'],
    sample:
      '0.00.034.398 W load: special_eos_id is not in special_eog_ids - the tokenizer config may be incorrect',
  },
  {
    id: 'unused-tensor',
    pattern: /^.{0,80}model has unused tensor/,
    why: 'a part of the model is not used',
    sources: ['ggml-org/llama.cpp src/llama-model-loader.cpp:1118'],
    sample:
      '0.00.034.398 W model has unused tensor blk.61.nextn.eh_proj.weight (size = 100 bytes) -- ignoring',
  },
  {
    id: 'no-device',
    pattern: /^warning: no usable GPU found, --gpu-layers option will be ignored/,
    why: 'all is computed on the processor',
    degraded: true,
    sources: ['ggml-org/llama.cpp common/arg.cpp:2695'],
    sample: 'warning: no usable GPU found, --gpu-layers option will be ignored',
  },
  {
    id: 'debugger',
    pattern: /^(?:\[New LWP \d+\]|\[Thread debugging|\[Inferior \d+|Using host libthread_db)/,
    why: 'the stack of an assertion that stands above it',
    sources: ['seen in b10434'],
    sample: '[New LWP 14045]',
  },
  {
    id: 'stack',
    pattern: /^#\d+ {1,2}0x[0-9a-f]{4,16} in .{1,500}\) from /,
    why: 'the stack of an assertion that stands above it',
    sources: ['seen in b10434'],
    sample:
      '#3  0x00007f932df00cd5 in common_speculative_init(common_params_speculative&, unsigned int) () from libllama.so',
  },
  {
    id: 'cleanup',
    pattern: /^srv +operator\(\): operator\(\): cleaning up before exit\.\.\./,
    why: 'printed at every end',
    sources: ['seen in b10434'],
    sample: '0.00.034.398 I srv    operator(): operator(): cleaning up before exit...',
  },
  {
    id: 'request-rejected',
    pattern: /^srv +(?:send_error|operator\(\)): /,
    why: 'an answer to a request',
    sources: ['seen in b10434'],
    sample:
      '1.00.023.901 E srv    send_error: task id = 4, error: request (2000 tokens) exceeds the available context size (512 tokens), try increasing it',
  },
  {
    id: 'loading-answer',
    pattern: /^.{0,200}\{"error":\{"message":"Loading model"/,
    why: 'what clients are told while the model loads',
    sources: ['ggml-org/llama.cpp tools/server/server-http.cpp:266'],
    sample:
      '0.01.000.000 I srv  log_server_r: response: {"error":{"message":"Loading model","type":"unavailable_error","code":503}}',
  },
];
