import { expect, it } from 'vitest';
import { vllm } from '../../../../src/core/engine/vllm/index.ts';
import { command } from './fixture.ts';

const NGRAM = '{"method":"ngram","num_speculative_tokens":4}';

it.each([
  // fails at once: the engine's own words are in the sources that the messages name
  ['--max-num-seqs 8 --max-num-batched-tokens 4', /--max-num-seqs 8 is more than --max-num-batched-tokens 4/],
  ['--max-num-active-seqs 9 --max-num-seqs 8', /vLLM 0\.32\.0, config\/scheduler\.py/],
  [
    '--no-enable-chunked-prefill --max-model-len 4k --max-num-batched-tokens 2k',
    /chunked prefill is switched off/,
  ],
  ['--long-prefill-token-threshold 5000 --max-model-len 4096', /is more than --max-model-len/],
  ['--gpu-memory-utilization 1.2', /more than 0, at most 1/],
  ['--gpu-memory-utilization 0', /more than 0/],
  ['--gpu-memory-utilization many', /takes a number/],
  ['--max-num-batched-tokens 2.5K', /whole number/],
  ['--max-num-seqs 0', /at least 1/],
  ['--watermark 1', /less than 1/],
  ['--scheduling-policy lpm', /one of fcfs, priority/],
  ['-tp 8 -dcp 3', /not divisible/],
  ['--enable-eplb', /needs --enable-expert-parallel/],
  ['--enable-eplb -ep', /more than one/],
  ['--eplb-config {"num_redundant_experts":2}', /needs --enable-eplb/],
  ['-dp 2 -dpl 4', /--data-parallel-size-local 4 is more than/],
  ['-dph -dpe', /exclude each other/],
  ['--attention-backend FLASHINFER -ac.backend=TRITON_ATTN', /exclude each other/],
  ['--cudagraph-capture-sizes 1 2 -cc {"cudagraph_capture_sizes":[1]}', /exclude each other/],
  [`--spec-tokens 3 --speculative-config ${NGRAM}`, /exclude each other/],
  ['--speculative-config {"method":', /no JSON object/],
  ['--speculative-config {"method":"ngram"}', /needs num_speculative_tokens/],
  [`--speculative-config ${NGRAM.replace('4', '0')}`, /above 0, not 0/],
  ['--spec-method eagle3 --spec-tokens 3', /needs a draft model/],
  [
    '--speculative-config {"method":"ngram","num_speculative_tokens":4,"prompt_lookup_min":4,"prompt_lookup_max":3}',
    /prompt_lookup_min 4/,
  ],
  [
    '-tp 4 --speculative-config {"model":"/d","num_speculative_tokens":2,"draft_tensor_parallel_size":2}',
    /neither 1 nor/,
  ],
  [
    '--speculative-config {"model":"/d","num_speculative_tokens":2,"tensor_parallel_size":2}',
    /draft_tensor_parallel_size is meant/,
  ],
  [`--async-scheduling --speculative-config ${NGRAM}`, /does not go with the method ngram/],
  [`--enable-lora --max-num-seqs 8 --max-num-batched-tokens 39 --speculative-config ${NGRAM}`, /= 40/],
])('%s is refused', (words, why) => {
  expect(vllm.refusal(command(words))).toMatch(why);
});

it.each([
  ['--max-num-batched-tokens 100 --max-num-seqs 4 --max-model-len 1024'],
  ['--max-num-seqs 8'],
  ['--no-enable-chunked-prefill --max-model-len 4096'],
  ['--max-model-len auto --long-prefill-token-threshold 5000'],
  ['--max-model-len -1 --max-num-batched-tokens 8k --no-enable-chunked-prefill'],
  ['--gpu-memory-utilization 1'],
  ['-tp 8 -dcp 4 --enable-eplb -ep'],
  [`--speculative-config ${NGRAM}`],
  ['--speculative-config {"method":"suffix"}'],
  ['--speculative-config {"method":"qwen3_next_mtp","num_speculative_tokens":2}'],
  ['--speculative-config {"method":"of-a-later-release","num_speculative_tokens":2}'],
  ['--async-scheduling --speculative-config {"method":"eagle3","model":"/d","num_speculative_tokens":3}'],
  ['--kv-transfer-config {"cpu_bytes_to_use":80m}'],
  ['--max-num-seqs 8 --max-num-batched-tokens 4 --config more.yaml'],
  [''],
])('nothing is known against %s', (words) => {
  expect(vllm.refusal(command(words))).toBeNull();
});
