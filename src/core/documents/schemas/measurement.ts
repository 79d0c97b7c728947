import { z } from 'zod';

const milliseconds = z.number().min(0).nullable();

export const distributionSchema = z.strictObject({
  mean: milliseconds,
  p50: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
});

const count = z.int().min(0);

/** Not only milliseconds; a gap from an intended start may be below 0. */
const value = z.number().nullable();
const interval = z.strictObject({ low: value, high: value }).nullable();

const sample = z.strictObject({
  n: count,
  mean: value,
  p50: value,
  p90: value,
  p95: value,
  p99: value,
  max: value,
  intervals: z.strictObject({ p50: interval, p90: interval, p95: interval, p99: interval }),
});

const defined = z.strictObject({
  samples: z.record(z.string(), sample),
  values: z.record(z.string(), value),
  failed_share: z.number().min(0).max(1).nullable(),
  tokens: z.strictObject({
    requested: count,
    usage: count.nullable(),
    events: count,
    retokenised: count.nullable(),
    token_source: z.enum(['usage', 'events', 'mixed']),
  }),
});

export const measurementSchema = z.strictObject({
  measurement_key: z.string(),
  replicate: count,
  workload: z.string(),
  concurrency: z.int().min(1).nullable(),
  rate: z.number().nullable(),
  requests: count,
  ok: count,
  failed: count,
  outcomes: z.record(z.string(), count),
  duration_s: z.number().min(0),
  output_tokens: count,
  output_tokens_per_s: z.number().min(0).nullable(),
  ttft_ms: distributionSchema,
  itl_ms: distributionSchema,
  tpot_ms: distributionSchema,
  e2e_ms: distributionSchema,
  acceptance_length: z.number().nullable(),
  drafted_tokens: count.nullable(),
  accepted_tokens: count.nullable(),
  client: z.strictObject({
    error_bound_ms: milliseconds,
    verdict: z.enum(['ok', 'late', 'unknown']),
    why: z.string().optional(),
  }),
  defined: defined.optional(),
  mismatch: z.string().nullable(),
  foreign_requests: z.int().nullable(),
  under_traffic: z.boolean(),
});
