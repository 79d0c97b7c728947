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

const server = z.strictObject({
  generated_tokens: count.nullable(),
  drafted_tokens: count.nullable(),
  accepted_tokens: count.nullable(),
  verify_steps: count.nullable(),
  acceptance_length: z.number().nullable(),
  acceptance_rate: z.number().min(0).max(1).nullable(),
  cached_tokens: count.nullable(),
  cache_hit_share: z.number().min(0).max(1).nullable(),
  preemptions: count.nullable(),
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
  garbage: count.optional(),
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
    threads: count.optional(),
  }),
  defined: defined.optional(),
  told_tokens: count.nullable().optional(),
  server: server.nullable().optional(),
  mismatch: z.string().nullable(),
  goodput: z
    .strictObject({
      limits: z.strictObject({
        ttft_ms: z.number().optional(),
        tpot_ms: z.number().optional(),
        e2e_ms: z.number().optional(),
      }),
      good: count,
      share: z.number().min(0).max(1).nullable(),
      per_s: z.number().min(0).nullable(),
      over: z.record(z.string(), count),
    })
    .optional(),
  notes: z.array(z.string()).optional(),
  foreign_requests: z.int().nullable(),
  under_traffic: z.boolean(),
});
