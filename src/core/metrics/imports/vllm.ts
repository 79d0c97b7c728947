import { type ImportedRun, type Json, metricsOf, numberIn } from './result.ts';
import { listIn, rateIn, summaryIn } from './summary.ts';

/** Backends whose first event with `choices` has output: no event only names a role. */
const WITHOUT_ROLE = new Set(['openai', 'vllm', 'openai-completions']);

/**
 * The result file of `vllm bench serve`. Its times run from and to events with `choices`, also those without output; only
 * where no such event comes first is its TTFT that of the first token.
 */
export function importVllm(file: Json): ImportedRun {
  const backend = file['backend'] ?? file['endpoint_type'];
  const ttft = WITHOUT_ROLE.has(String(backend)) ? 'ttft.first_token.v1' : 'vllm.ttft';
  return {
    tool: 'vllm',
    model: typeof file['model_id'] === 'string' ? file['model_id'] : null,
    concurrency: numberIn(file, 'max_concurrency'),
    rate: rateIn(file),
    ok: numberIn(file, 'completed'),
    failed: numberIn(file, 'failed'),
    metrics: [
      ...metricsOf([
        ['vllm.output_throughput', numberIn(file, 'output_throughput')],
        ['vllm.request_throughput', numberIn(file, 'request_throughput')],
        ['vllm.request_goodput', numberIn(file, 'request_goodput')],
      ]),
      ...summaryIn(file, 'ttft', ttft, listIn(file, 'ttfts')),
      ...summaryIn(file, 'tpot', 'vllm.tpot'),
      ...summaryIn(file, 'itl', 'vllm.itl', listIn(file, 'itls')),
      ...summaryIn(file, 'e2el', 'vllm.e2el'),
    ],
  };
}
