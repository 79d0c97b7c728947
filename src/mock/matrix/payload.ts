import type { ScenarioInput } from '../script.ts';

const chat = (delta: unknown) => ({ choices: [{ index: 0, delta, finish_reason: null }] });
const timings = { prompt_n: 5, cache_n: 0, predicted_n: 8, draft_n: 12, draft_n_accepted: 6 };
const after = { choices: [{ index: 0, text: 'z', finish_reason: null }] };

/** What servers say in their events. */
export const PAYLOAD: readonly ScenarioInput[] = [
  { name: 'role-first', payload: { before: [chat({ role: 'assistant', content: '' })] } },
  { name: 'empty-delta', payload: { before: [chat({})] } },
  { name: 'null-content', payload: { before: [chat({ content: null })] } },
  { name: 'empty-content', payload: { before: [chat({ content: '' })] } },
  { name: 'reasoning-content', payload: { kind: 'reasoning_content' } },
  { name: 'reasoning', payload: { kind: 'reasoning' } },
  { name: 'tool-calls', payload: { kind: 'tool_calls', finish_reason: 'tool_calls' } },
  { name: 'refusal', payload: { kind: 'refusal', finish_reason: 'stop' } },
  { name: 'logprobs', payload: { choice_fields: { logprobs: { tokens: ['a'], token_logprobs: [-0.1] } } } },
  {
    name: 'meta-info',
    payload: { choice_fields: { meta_info: { spec_verify_ct: 3, completion_tokens: 8 } } },
  },
  { name: 'two-choices', payload: { choices: 2 } },
  { name: 'finish-stop', payload: { finish_reason: 'stop' } },
  { name: 'finish-filter', payload: { finish_reason: 'content_filter' } },
  { name: 'finish-with-last', payload: { finish_with_last: true } },
  { name: 'finish-null', payload: { finish_reason: null } },
  { name: 'length-without-tokens', payload: { tokens: 0 } },
  { name: 'usage-none', payload: { usage: 'none' } },
  { name: 'usage-on-finish', payload: { usage: 'finish' } },
  { name: 'usage-every-event', payload: { usage: 'every' } },
  { name: 'usage-twice', payload: { usage: 'twice' } },
  { name: 'usage-without-count', payload: { usage: 'without-count' } },
  { name: 'no-choices', payload: { before: [{ id: 'x' }] } },
  { name: 'unknown-fields', payload: { fields: { surprise: { deep: [1, null] } } } },
  { name: 'timings', payload: { fields: { timings } } },
  { name: 'sglext', payload: { fields: { sglext: { cached_tokens_details: null } } } },
  { name: 'not-a-number', payload: { between: ['{"choices":[{"text":"x","logprob":NaN}]}'] } },
  {
    name: 'finish-twice',
    payload: { after_finish: [{ choices: [{ index: 0, text: '', finish_reason: 'length' }] }] },
  },
  { name: 'tokens-after-finish', payload: { after_finish: [after] } },
  { name: 'event-after-done', payload: { after_done: [after] } },
  { name: 'no-done', payload: { done: false } },
  { name: 'early-stop', payload: { tokens: 3, finish_reason: 'stop' } },
  { name: 'more-than-asked', payload: { tokens: 20 } },
];
