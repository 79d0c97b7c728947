import { z } from 'zod';
import { LEVELS } from '../../evaluate/problem.ts';
import { VERDICTS } from '../../evaluate/verdict.ts';

const intervalSchema = z.strictObject({ low: z.number(), high: z.number() });
const differencesSchema = z.array(z.strictObject({ id: z.string(), position: z.int() }));

const comparisonSchema = z.strictObject({
  baseline: z.string(),
  baseline_pass_rate: z.number(),
  problems: z.int(),
  gained: z.array(z.string()),
  lost: z.array(z.string()),
  difference: z.number(),
  interval: intervalSchema,
  worse_p: z.number(),
  different_p: z.number(),
  fewest_losses_shown: z.int().nullable(),
  suspect: z.boolean(),
});

export const judgedSchema = z.strictObject({
  id: z.string(),
  level: z.enum(LEVELS).nullable(),
  verdict: z.enum(VERDICTS),
  answer: z.string().nullable(),
  note: z.string(),
  output: z.string(),
});

export const evaluationSchema = z.strictObject({
  url: z.string(),
  model: z.string().nullable(),
  suite: z.string(),
  suite_hash: z.string(),
  concurrency: z.int(),
  max_tokens: z.int(),
  dir: z.string(),
  problems: z.int(),
  passed: z.int(),
  pass_rate: z.number(),
  interval: intervalSchema,
  judged: z.array(judgedSchema),
  comparison: comparisonSchema.nullable(),
  losslessness: z
    .strictObject({
      answers: z.int(),
      differing: differencesSchema,
      baseline_differing: differencesSchema.nullable(),
      lossless: z.boolean().nullable(),
    })
    .nullable(),
  required: z.strictObject({ condition: z.string(), holds: z.boolean() }).nullable(),
  after_load: z
    .strictObject({
      passed: z.int(),
      pass_rate: z.number(),
      confirmed_lost: z.array(z.string()),
      confirmed_gained: z.array(z.string()),
      changed: z.array(judgedSchema),
    })
    .exactOptional(),
  took_s: z.number().min(0).exactOptional(),
});
