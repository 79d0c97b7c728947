import { describe, expect, it } from 'vitest';
import { readCounters } from '../../../src/adapters/engine-http/counters.ts';

const NOTHING = {
  generated_tokens: null,
  requests: null,
  verify_steps: null,
  drafted_tokens: null,
  accepted_tokens: null,
  looked_up_tokens: null,
  cached_tokens: null,
  preemptions: null,
};

/** As vLLM 0.32 writes them after one request with drafts, and of a second engine beside it. */
const VLLM = `# TYPE vllm:spec_decode_num_drafts_total counter
vllm:spec_decode_num_drafts_total{engine="0",model_name="m"} 167.0
vllm:spec_decode_num_draft_tokens_total{engine="0",model_name="m"} 668.0
vllm:spec_decode_num_accepted_tokens_total{engine="0",model_name="m"} 668.0
vllm:spec_decode_num_accepted_tokens_per_pos_total{engine="0",model_name="m",position="0"} 167.0
vllm:spec_decode_num_drafts_created{engine="0",model_name="m"} 1.7e+09
vllm:prefix_cache_queries_total{engine="0",model_name="m"} 3.0
vllm:prefix_cache_queries_total{engine="1",model_name="m"} 30.0
vllm:prefix_cache_hits_total{engine="0",model_name="m"} 0.0
vllm:prefix_cache_hits_total{engine="1",model_name="m"} 16.0
vllm:external_prefix_cache_hits_total{engine="0",model_name="m"} 5.0
vllm:num_preemptions_total{engine="0",model_name="m"} 0.0
vllm:num_preemptions_total{engine="1",model_name="m"} 2.0
vllm:generation_tokens_total{engine="0",model_name="m"} 900.0
vllm:generation_tokens_total{engine="1",model_name="m"} 100.0
vllm:request_success_total{engine="0",finished_reason="stop",model_name="m"} 0.0
vllm:request_success_total{engine="0",finished_reason="length",model_name="m"} 1.0
vllm:request_success_total{engine="1",finished_reason="stop",model_name="m"} 1.0
`;

/** As llama.cpp writes them with --metrics, a server that does not draft. */
const LLAMA = `# HELP llamacpp:prompt_tokens_total Number of prompt tokens processed, excluding cached tokens
llamacpp:prompt_tokens_total 37
llamacpp:prompt_tokens_cached_total 42
llamacpp:prompt_seconds_total 0.017115
llamacpp:tokens_predicted_total 539
llamacpp:tokens_predicted_seconds_total 0.256101
llamacpp:spec_decode_num_draft_tokens_total 0
llamacpp:spec_decode_num_accepted_tokens_total 0
llamacpp:spec_decode_num_drafts_total 0
`;

const SGLANG = `sglang:prompt_tokens_total{is_streaming="true",model_name="m"} 800.0
sglang:prompt_tokens_total{is_streaming="false",model_name="m"} 200.0
sglang:generation_tokens_total{is_streaming="true",model_name="m"} 90.0
sglang:cached_tokens_total{cache_source="device",model_name="m"} 250.0
sglang:num_requests_total{is_streaming="true",model_name="m"} 4.0
sglang:num_retracted_requests_total{model_name="m"} 1.0
`;

describe('the counters of an engine', () => {
  it('are those of all its parts together', () => {
    expect(readCounters('vllm', VLLM)).toEqual({
      generated_tokens: 1000,
      requests: 2,
      verify_steps: 167,
      drafted_tokens: 668,
      accepted_tokens: 668,
      looked_up_tokens: 33,
      cached_tokens: 16,
      preemptions: 2,
    });
  });

  it('name a prompt that was looked up by what was computed of it and what was not', () => {
    expect(readCounters('llamacpp', LLAMA)).toEqual({
      generated_tokens: 539,
      requests: null,
      verify_steps: 0,
      drafted_tokens: 0,
      accepted_tokens: 0,
      looked_up_tokens: 79,
      cached_tokens: 42,
      preemptions: null,
    });
  });

  it('are not known where the server does not have them: it does not draft', () => {
    expect(readCounters('sglang', SGLANG)).toEqual({
      ...NOTHING,
      generated_tokens: 90,
      requests: 4,
      looked_up_tokens: 1000,
      cached_tokens: 250,
      preemptions: 1,
    });
  });

  it('are not known where one part says no number', () => {
    const torn = VLLM.replace('{engine="1",model_name="m"} 100.0', '{engine="1",model_name="m"} NaN');
    expect(readCounters('vllm', torn)).toMatchObject({ generated_tokens: null, requests: 2 });
  });

  it('are none where there is none of them, and of an engine that has none', () => {
    expect(readCounters('vllm', '')).toBeNull();
    expect(readCounters('vllm', LLAMA)).toBeNull();
    expect(readCounters('openai', VLLM)).toBeNull();
    expect(readCounters('vllm', 'vllm:num_preemptions_total{engine="0"} 0.0\n')).toEqual({
      ...NOTHING,
      preemptions: 0,
    });
  });
});
