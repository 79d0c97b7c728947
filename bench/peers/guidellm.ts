import path from 'node:path';
import type { Tool } from '../truth/tool.ts';
import { quiet } from './environment.ts';
import { at, jsonBelow, numberAt } from './json.ts';
import { folderOf, packagesIn, versionOf } from './locked.ts';
import { writeTokeniser } from './tokeniser.ts';

export const GUIDELLM: Tool = {
  name: 'guidellm',
  version: versionOf('guidellm'),
  packages: packagesIn('guidellm').length,
  repeats: false,
  warmUps: () => 0,
  command({ one, url, dir }) {
    const { folder } = writeTokeniser(dir);
    const profile =
      one.streams === null ? `kind=poisson,rate=${one.rate_per_s}` : `kind=concurrent,streams=${one.streams}`;
    return {
      argv: [
        ...[path.join(folderOf('guidellm'), 'bin/guidellm'), 'run', '--disable-console'],
        ...['--backend', `kind=openai_http,target=${url},model=mock,request_format=/v1/completions`],
        ...['--tokenizer', `kind=huggingface_auto,model=${folder}`, '--profile', profile],
        ...['--data', `kind=synthetic_text,prompt_tokens=32,output_tokens=${one.tokens}`],
        ...['--constraint', `kind=max_requests,count=${one.requests}`],
        ...['--output', `kind=json,path=${path.join(dir, 'result.json')}`],
      ],
      env: quiet(dir),
    };
  },
  parse({ dir }) {
    const [only] = at(jsonBelow(dir, /^result\.json$/), 'benchmarks') as readonly unknown[];
    const metric = (name: string, ...keys: readonly string[]) =>
      numberAt(only, 'metrics', name, 'successful', ...keys);
    return {
      ok: numberAt(only, 'metrics', 'request_totals', 'successful') ?? 0,
      ttft_p50_ms: metric('time_to_first_token_ms', 'median'),
      ttft_p99_ms: metric('time_to_first_token_ms', 'percentiles', 'p99'),
      gap_mean_ms: metric('inter_token_latency_ms', 'mean'),
      gap_p99_ms: metric('inter_token_latency_ms', 'percentiles', 'p99'),
      tpot_mean_ms: metric('time_per_output_token_ms', 'mean'),
      tokens_per_s: metric('output_tokens_per_second', 'mean'),
    };
  },
};
