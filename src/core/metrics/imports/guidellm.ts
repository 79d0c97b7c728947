import { type ImportedMetric, type ImportedRun, type Json, metricsOf, numberIn, valueIn } from './result.ts';

/**
 * Every benchmark of guidellm's JSON report. Its percentiles are those of the nearest rank, so only its means can be those
 * of another tool; its `time_per_output_token_ms` holds the time to the first token.
 */
export function importGuidellm(file: Json): readonly ImportedRun[] {
  const all = file['benchmarks'];
  return (Array.isArray(all) ? all : []).map((benchmark: unknown) => {
    const metrics = valueIn(benchmark, 'metrics');
    const strategy = valueIn(benchmark, 'config', 'strategy');
    const model = valueIn(benchmark, 'config', 'backend', 'model');
    return {
      tool: 'guidellm',
      model: typeof model === 'string' ? model : null,
      concurrency: numberIn(strategy, 'streams'),
      rate: numberIn(strategy, 'rate'),
      ok: numberIn(metrics, 'request_totals', 'successful'),
      failed: numberIn(metrics, 'request_totals', 'errored'),
      metrics: [
        ...metricsOf([
          ['guidellm.output_tokens_per_second', successful(metrics, 'output_tokens_per_second', 'mean')],
          ['guidellm.requests_per_second', successful(metrics, 'requests_per_second', 'mean')],
        ]),
        ...statistics(metrics, 'time_to_first_token_ms', 'ttft.first_token.v1'),
        ...statistics(metrics, 'inter_token_latency_ms', 'guidellm.inter_token_latency'),
        ...statistics(metrics, 'time_per_output_token_ms', 'guidellm.time_per_output_token'),
        ...statistics(metrics, 'request_latency', 'guidellm.request_latency', 1000),
      ],
    };
  });
}

/** `to_ms`: what a number of the file is multiplied by. */
function statistics(metrics: unknown, key: string, id: string, to_ms = 1): readonly ImportedMetric[] {
  const ms = (value: number | null) => (value === null ? null : value * to_ms);
  return metricsOf([
    [`${id} mean`, ms(successful(metrics, key, 'mean'))],
    ...(['p50', 'p90', 'p95', 'p99'] as const).map(
      (p) => [`${id} ${p} (nearest rank)`, ms(successful(metrics, key, 'percentiles', p))] as const,
    ),
  ]);
}

function successful(metrics: unknown, key: string, ...path: readonly string[]): number | null {
  return numberIn(metrics, key, 'successful', ...path);
}
