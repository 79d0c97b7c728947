import { type ImportedMetric, type ImportedRun, type Json, metricsOf, numberIn, valueIn } from './result.ts';

/** `profile_export_aiperf.json`. Its tokens are counted by its own tokeniser, unless the server's count was asked for. */
export function importAiperf(file: Json): ImportedRun {
  const loads = valueIn(file, 'input_config', 'loadgen');
  const model = valueIn(file, 'input_config', 'endpoint', 'model_names');
  return {
    tool: 'aiperf',
    model: Array.isArray(model) && typeof model[0] === 'string' ? model[0] : null,
    concurrency: numberIn(loads, 'concurrency'),
    rate: numberIn(loads, 'request_rate'),
    ok: numberIn(file, 'request_count', 'avg'),
    failed: numberIn(file, 'error_request_count', 'avg'),
    metrics: [
      ...metricsOf([
        ['aiperf.output_token_throughput', numberIn(file, 'output_token_throughput', 'avg')],
        ['aiperf.request_throughput', numberIn(file, 'request_throughput', 'avg')],
        ['aiperf.goodput', numberIn(file, 'goodput', 'avg')],
      ]),
      ...statistics(file, 'time_to_first_token', 'ttft.first_token.v1'),
      ...statistics(file, 'inter_token_latency', 'aiperf.inter_token_latency'),
      ...statistics(file, 'inter_chunk_latency', 'itl.event.v1'),
      ...statistics(file, 'request_latency', 'aiperf.request_latency'),
    ],
  };
}

/** Percentiles by linear interpolation, in milliseconds unless the file names another unit. */
function statistics(file: Json, key: string, id: string): readonly ImportedMetric[] {
  const unit = valueIn(file, key, 'unit');
  if (unit !== 'ms') return [];
  return metricsOf([
    [`${id} mean`, numberIn(file, key, 'avg')],
    ...(['p50', 'p90', 'p95', 'p99'] as const).map((p) => [`${id} ${p}`, numberIn(file, key, p)] as const),
  ]);
}
