import type { Distribution, MeasurementBody } from '../documents/measurement.ts';

const NONE: Distribution = { mean: null, p50: null, p95: null, p99: null };

/** What is shown of a void measurement: what was asked and what became of it, and no number that could be taken for one. */
export function withoutNumbers<T extends MeasurementBody>(measurement: T): T {
  const { defined: _defined, goodput: _goodput, ...rest } = measurement;
  return {
    ...(rest as T),
    output_tokens_per_s: null,
    ttft_ms: NONE,
    itl_ms: NONE,
    tpot_ms: NONE,
    e2e_ms: NONE,
    acceptance_length: null,
  };
}
