import { z } from 'zod';

const runSchema = z.strictObject({
  run: z.string(),
  engine: z.string(),
  version: z.string().nullable(),
  model: z.string().nullable(),
});

const pointSchema = z.strictObject({
  setting_id: z.string(),
  names: z.tuple([z.string(), z.string()]),
  workload: z.string(),
  concurrency: z.int().nullable(),
  rate: z.number().nullable(),
  metric: z.string(),
  readings: z.tuple([z.array(z.number()), z.array(z.number())]),
  ratio: z.number().nullable(),
  interval: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  same_key: z.boolean(),
});

export const compareSchema = z.strictObject({
  kind: z.literal('sweeps'),
  runs: z.tuple([runSchema, runSchema]),
  differs: z.array(z.strictObject({ what: z.string(), values: z.tuple([z.string(), z.string()]) })),
  points: z.array(pointSchema),
  not_compared: z.array(z.strictObject({ what: z.string(), why: z.string() })),
});
