import type { HarmlessLine } from '../signature.ts';

/** Lines of `llama-server` that look like a failure and are none. */
export const LLAMACPP_HARMLESS: readonly HarmlessLine[] = [
  {
    id: 'amx',
    pattern: /^AMX is not ready to be used!/,
    why: 'the processor has no AMX; other code is used',
  },
  {
    id: 'cors',
    pattern: /^srv +llama_server: (?:-+$|CORS is set|this can be a security risk|more info: )/,
    why: 'advice about access from browsers',
  },
  {
    id: 'context-unused',
    pattern: /n_ctx_seq \(\d+\) < n_ctx_train \(\d+\)/,
    why: 'the model could hold more than was asked',
  },
  {
    id: 'context-overflow',
    pattern: /n_ctx_seq \(\d+\) > n_ctx_train \(\d+\)/,
    why: 'slots are capped at the trained length',
  },
  {
    id: 'context-capped',
    pattern: /the slot context \(\d+\) exceeds the training context/,
    why: 'slots are capped at the trained length',
  },
  {
    id: 'context-divided',
    pattern: /n_ctx is not divisible by n_seq_max/,
    why: 'the context was rounded per slot',
  },
  {
    id: 'fit-gave-up',
    pattern: /^common_fit_params: failed to fit params to free device memory/,
    why: 'the server goes on with what was asked',
  },
  {
    id: 'draft-unmeasured',
    pattern: /failed to measure draft model memory/,
    why: 'the line above it says why',
  },
  {
    id: 'idle-slots',
    pattern: /--cache-idle-slots requires --cache-ram, disabling/,
    why: 'follows from --cache-ram 0',
  },
  { id: 'deprecated', pattern: /^DEPRECATED: /, why: 'an old spelling that still works' },
  { id: 'port-notice', pattern: /default port will be changed/, why: 'advice about a later version' },
  {
    id: 'token-type',
    pattern: /control-looking token|special_eos_id is not in special_eog_ids/,
    why: 'a remark about the model file',
  },
  { id: 'unused-tensor', pattern: /model has unused tensor/, why: 'a part of the model is not used' },
  {
    id: 'backtrace',
    pattern: /^(?:#\d+ |\[New LWP \d+\]|\[Thread debugging|\[Inferior \d+|\d+\s+(?:in )?\.\.?\/)/,
    why: 'the stack of an assertion that stands above it',
  },
  { id: 'cleanup', pattern: /cleaning up before exit\.\.\./, why: 'printed at every end' },
  { id: 'request-rejected', pattern: /^srv +(?:send_error|operator\(\)): /, why: 'an answer to a request' },
];
