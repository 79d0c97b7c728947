import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TruthCase } from '../truth/case.ts';
import type { Tool } from '../truth/tool.ts';
import { quiet } from './environment.ts';
import { jsonBelow, numberAt, times } from './json.ts';
import { folderOf, packagesIn, versionOf } from './locked.ts';
import { writeTokeniser } from './tokeniser.ts';

export const INFERENCE_PERF: Tool = {
  name: 'inference-perf',
  version: versionOf('inference-perf'),
  packages: packagesIn('inference-perf').length,
  repeats: false,
  warmUps: () => 0,
  command({ one, url, dir }) {
    const { folder } = writeTokeniser(dir);
    const file = path.join(dir, 'config.yml');
    writeFileSync(file, JSON.stringify(configuration(one, url, folder, path.join(dir, 'report'))));
    return {
      argv: [path.join(folderOf('inference-perf'), 'bin/inference-perf'), '-c', file],
      env: quiet(dir),
    };
  },
  parse({ dir }) {
    const { successes } = jsonBelow(path.join(dir, 'report'), /summary_lifecycle.*\.json$/);
    // in seconds
    const ms = (name: string, statistic: string) =>
      times(numberAt(successes, 'latency', name, statistic), 1000);
    return {
      ok: numberAt(successes, 'count') ?? 0,
      ttft_p50_ms: ms('time_to_first_token', 'median'),
      ttft_p99_ms: ms('time_to_first_token', 'p99'),
      gap_mean_ms: ms('inter_token_latency', 'mean'),
      gap_p99_ms: ms('inter_token_latency', 'p99'),
      tpot_mean_ms: ms('time_per_output_token', 'mean'),
      tokens_per_s: numberAt(successes, 'throughput', 'output_tokens_per_sec'),
    };
  },
};

function configuration(one: TruthCase, url: string, tokeniser: string, report: string): object {
  const of = (tokens: number) => ({
    min: tokens,
    max: tokens,
    mean: tokens,
    std_dev: 0,
    total_count: one.requests + 1,
  });
  const load =
    one.streams === null
      ? {
          type: 'poisson',
          stages: [{ rate: one.rate_per_s, duration: one.requests / (one.rate_per_s ?? Number.NaN) }],
        }
      : { type: 'concurrent', stages: [{ num_requests: one.requests, concurrency_level: one.streams }] };
  return {
    api: { type: 'completion', streaming: true },
    data: { type: 'random', input_distribution: of(32), output_distribution: of(one.tokens) },
    load,
    server: { type: 'vllm', model_name: 'mock', base_url: url, ignore_eos: true },
    tokenizer: { pretrained_model_name_or_path: tokeniser },
    report: { request_lifecycle: { summary: true, per_stage: false, per_request: false } },
    storage: { local_storage: { path: report } },
  };
}
