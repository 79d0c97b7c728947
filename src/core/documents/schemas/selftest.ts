import { z } from 'zod';

const ms = z.number().nullable();

export const selftestSchema = z.strictObject({
  streams: z.int().min(1).nullable(),
  events_per_s: z.number().min(0).nullable(),
  limits: z.strictObject({ ttft_p50_ms: z.number(), gap_mean_ms: z.number(), gap_p99_ms: z.number() }),
  points: z.array(
    z.strictObject({
      streams: z.int().min(1),
      events_per_s: z.number().min(0).nullable(),
      ttft_p50_error_ms: ms,
      ttft_p99_error_ms: ms,
      gap_mean_error_ms: ms,
      gap_p99_error_ms: ms,
      error_bound_ms: ms,
      verdict: z.enum(['ok', 'late', 'unknown']),
      miscounted: z.int().min(0),
      timed_truly: z.boolean(),
    }),
  ),
});
