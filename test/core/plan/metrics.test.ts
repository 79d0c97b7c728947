import { expect, test } from 'vitest';
import type { Measurement } from '../../../src/core/documents/measurement.ts';
import { compileCondition } from '../../../src/core/plan/expression/condition.ts';
import { METRIC_SCOPE, METRICS, metricsOf } from '../../../src/core/plan/metrics.ts';

const times = (p50: number | null) => ({ mean: p50, p50, p95: p50 === null ? null : p50 * 2, p99: null });

const measurement: Measurement = {
  measurement_key: 'k',
  replicate: 0,
  workload: 'code',
  concurrency: 4,
  rate: null,
  requests: 20,
  ok: 19,
  failed: 1,
  outcomes: { ok: 19, timeout: 1 },
  duration_s: 9.5,
  output_tokens: 1900,
  output_tokens_per_s: 200,
  ttft_ms: times(700),
  itl_ms: times(10),
  tpot_ms: times(11),
  e2e_ms: times(2000),
  acceptance_length: null,
  drafted_tokens: null,
  accepted_tokens: null,
  client: { error_bound_ms: 1, verdict: 'ok' },
  mismatch: null,
  foreign_requests: 0,
  under_traffic: false,
};

test('every metric is read from the measurement, unknown ones are null', () => {
  expect(metricsOf(measurement)).toMatchObject({
    output_tokens_per_s: 200,
    requests_per_s: 2,
    ttft_p50: 700,
    ttft_p95: 1400,
    ttft_p99: null,
    e2e_mean: 2000,
    acceptance_length: null,
    failed: 1,
    failed_share: 0.05,
    duration: 9500,
  });
  expect(Object.keys(metricsOf(measurement))).toEqual([...METRICS.keys()]);
  expect(metricsOf({ ...measurement, requests: 0, duration_s: 0 })).toMatchObject({
    failed_share: null,
    requests_per_s: null,
  });
});

test.each([
  ['ttft_p95 <= 2s', true],
  ['ttft_p95 <= 1s', false],
  ['failed_share <= 5%', true],
  ['failed == 0', false],
  // A number that is not there is not shown to be within its limit.
  ['ttft_p99 <= 2s', null],
  ['acceptance_length > 2', null],
])('%s', (text, expected) => {
  const compiled = compileCondition(text, METRIC_SCOPE);
  expect(compiled.ok && compiled.condition.judge(metricsOf(measurement))).toEqual({
    ok: true,
    value: expected,
  });
});
