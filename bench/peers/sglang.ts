import path from 'node:path';
import type { Tool } from '../truth/tool.ts';
import { quiet } from './environment.ts';
import { jsonBelow } from './json.ts';
import { folderOf, packagesIn, versionOf } from './locked.ts';
import { servingBenchmark, servingLoad } from './serving-benchmark.ts';
import { writeTokeniser } from './tokeniser.ts';

/** `sglang.bench_serving` with the protocol of OpenAI. */
export const SGLANG: Tool = {
  name: 'SGLang bench_serving',
  version: versionOf('sglang'),
  packages: packagesIn('sglang').length + packagesIn('vllm').length,
  repeats: false,
  warmUps: () => 0,
  command({ one, url, dir }) {
    const { folder } = writeTokeniser(dir);
    return {
      argv: [
        ...[
          path.join(folderOf('sglang'), 'bin/python'),
          '-m',
          'sglang.bench_serving',
          '--backend',
          'sglang-oai',
        ],
        ...['--base-url', url, '--model', 'mock', '--tokenizer', folder, '--dataset-name', 'random-ids'],
        ...['--random-input-len', '32', '--random-output-len', `${one.tokens}`, '--random-range-ratio', '1'],
        // it would send them as it begins, and they stand in the log of the server as part of the load
        ...['--warmup-requests', '0'],
        ...['--num-prompts', `${one.requests}`, '--disable-tqdm', '--output-file'],
        path.join(dir, 'result.json'),
        ...servingLoad(one),
      ],
      env: { ...quiet(dir), SGLANG_USE_CPU_ENGINE: '1' },
    };
  },
  parse: ({ dir }) => servingBenchmark(jsonBelow(dir, /^result\.json$/)),
};
