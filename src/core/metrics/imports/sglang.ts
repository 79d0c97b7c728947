import { type ImportedRun, type Json, metricsOf, numberIn } from './result.ts';
import { listIn, rateIn, summaryIn } from './summary.ts';

/**
 * One line of SGLang's `bench_serving`. Its latency runs to the last line of a stream, whatever it holds; its tokens are the
 * number that was requested where the server counts none; its duration ends after a call to the server.
 */
export function importSglang(file: Json): ImportedRun {
  // the native backend shares a gap by its tokens, the others count one for each event
  const itl =
    file['backend'] === 'sglang' || file['backend'] === 'sglang-native' ? 'itl.token.v1' : 'itl.event.v1';
  return {
    tool: 'sglang',
    model: null,
    concurrency: numberIn(file, 'max_concurrency'),
    rate: rateIn(file),
    ok: numberIn(file, 'completed'),
    failed: null,
    metrics: [
      ...metricsOf([
        ['sglang.output_throughput', numberIn(file, 'output_throughput')],
        ['sglang.request_throughput', numberIn(file, 'request_throughput')],
        ['sglang.accept_length', numberIn(file, 'accept_length')],
      ]),
      ...summaryIn(file, 'ttft', 'ttft.first_token.v1', listIn(file, 'ttfts')),
      ...summaryIn(file, 'tpot', 'sglang.tpot'),
      ...summaryIn(file, 'itl', itl, listIn(file, 'itls')),
      ...summaryIn(file, 'e2e_latency', 'sglang.e2e_latency'),
    ],
  };
}
