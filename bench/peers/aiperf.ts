import path from 'node:path';
import type { Tool } from '../truth/tool.ts';
import { quiet } from './environment.ts';
import { jsonBelow, numberAt } from './json.ts';
import { folderOf, packagesIn, versionOf } from './locked.ts';
import { HUB_NAME, writeTokeniser } from './tokeniser.ts';

export const AIPERF: Tool = {
  name: 'aiperf',
  version: versionOf('aiperf'),
  packages: packagesIn('aiperf').length,
  repeats: false,
  warmUps: () => 0,
  command({ one, url, dir }) {
    writeTokeniser(dir);
    return {
      argv: [
        ...[
          path.join(folderOf('aiperf'), 'bin/aiperf'),
          'profile',
          '-m',
          'mock',
          '--url',
          url,
          '--streaming',
        ],
        ...['--endpoint-type', 'completions', '--tokenizer', HUB_NAME, '--request-count', `${one.requests}`],
        ...['--isl', '32', '--osl', `${one.tokens}`, '--extra-inputs', 'ignore_eos:true', '--ui', 'none'],
        ...['--artifact-dir', path.join(dir, 'artifacts')],
        ...(one.streams === null
          ? ['--request-rate', `${one.rate_per_s}`, '--request-rate-mode', 'poisson']
          : ['--concurrency', `${one.streams}`]),
      ],
      env: quiet(dir),
    };
  },
  parse({ dir }) {
    const result = jsonBelow(path.join(dir, 'artifacts'), /profile_export_aiperf\.json$/);
    const chunks = 'inter_chunk_latency';
    return {
      ok: numberAt(result, 'request_count', 'avg') ?? 0,
      ttft_p50_ms: numberAt(result, 'time_to_first_token', 'p50'),
      ttft_p99_ms: numberAt(result, 'time_to_first_token', 'p99'),
      gap_mean_ms: numberAt(result, chunks, 'avg'),
      gap_p99_ms: numberAt(result, chunks, 'p99'),
      tpot_mean_ms: numberAt(result, 'inter_token_latency', 'avg'),
      tokens_per_s: numberAt(result, 'output_token_throughput', 'avg'),
    };
  },
};
