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

const sweepsSchema = z.strictObject({
  kind: z.literal('sweeps'),
  runs: z.tuple([runSchema, runSchema]),
  differs: z.array(z.strictObject({ what: z.string(), values: z.tuple([z.string(), z.string()]) })),
  points: z.array(pointSchema),
  not_compared: z.array(z.strictObject({ what: z.string(), why: z.string() })),
});

const tool = z.enum(['holdpoint', 'sglang', 'vllm', 'aiperf', 'guidellm']);
const requests = z.int().min(0).nullable();

const sourceSchema = z.strictObject({
  source: z.string(),
  tool,
  formulas: tool,
  model: z.string().nullable(),
  ok: requests,
  failed: requests,
});

const within = z.strictObject({ low: z.number().nullable(), high: z.number().nullable() }).nullable();

const metricSchema = z.strictObject({
  load: z.string(),
  metric: z.string(),
  readings: pointSchema.shape.readings,
  within: z.tuple([within, within]),
  ratio: z.number().nullable(),
  interval: pointSchema.shape.interval,
});

const resultsSchema = z.strictObject({
  kind: z.literal('results'),
  sides: z.tuple([sourceSchema, sourceSchema]),
  differs: sweepsSchema.shape.differs,
  metrics: z.array(metricSchema),
  not_compared: sweepsSchema.shape.not_compared,
});

export const compareSchema = z.discriminatedUnion('kind', [sweepsSchema, resultsSchema]);
