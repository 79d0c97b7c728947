import path from 'node:path';
import type { Tool } from '../truth/tool.ts';
import { quiet } from './environment.ts';
import { jsonBelow } from './json.ts';
import { folderOf, packagesIn, versionOf } from './locked.ts';
import { servingBenchmark, servingLoad } from './serving-benchmark.ts';
import { writeTokeniser } from './tokeniser.ts';

/** `vllm bench serve`. */
export const VLLM: Tool = {
  name: 'vLLM bench serve',
  version: versionOf('vllm'),
  packages: packagesIn('vllm').length,
  repeats: false,
  warmUps: () => 0,
  command({ one, url, dir }) {
    const { folder } = writeTokeniser(dir);
    return {
      argv: [
        ...[path.join(folderOf('vllm'), 'bin/vllm'), 'bench', 'serve', '--backend', 'openai'],
        ...['--base-url', url, '--endpoint', '/v1/completions', '--model', 'mock', '--tokenizer', folder],
        ...['--dataset-name', 'random', '--random-input-len', '32', '--random-output-len', `${one.tokens}`],
        ...['--ignore-eos', '--num-prompts', `${one.requests}`],
        ...['--ready-check-timeout-sec', '0', '--disable-tqdm', '--percentile-metrics', 'ttft,tpot,itl,e2el'],
        ...['--save-result', '--result-dir', dir, '--result-filename', 'result.json'],
        ...servingLoad(one),
      ],
      env: { ...quiet(dir), VLLM_CACHE_ROOT: path.join(dir, 'vllm') },
    };
  },
  parse: ({ dir }) => servingBenchmark(jsonBelow(dir, /^result\.json$/)),
};
