import { z } from 'zod';
import { faultSchema } from '../fault.ts';
import { commandSchema, settingSchema } from './common.ts';

const seconds = z.number().min(0).nullable();

export const planSchema = z.strictObject({
  trials: z.array(
    z.strictObject({
      name: z.string(),
      setting: settingSchema,
      setting_id: z.string(),
      command: commandSchema,
      diff: z.array(z.string()),
      expected_s: seconds,
      duplicate_of: z.string().nullable(),
      duplicate_why: z.array(z.string()),
      warnings: z.array(z.string()),
      rejected: faultSchema.nullable(),
    }),
  ),
  omitted: z.int().min(0),
  touched: z.array(z.string()),
  undo: z.array(z.string()),
  effort: z
    .strictObject({
      asked: z.string(),
      screening_starts: z.int().min(0),
      final_starts_at_most: z.int().min(0),
      finds: z
        .array(z.strictObject({ noise_percent: z.number().min(0), effect_percent: z.number().min(0) }))
        .readonly(),
    })
    .nullable(),
  evaluation: z
    .strictObject({
      suite: z.string(),
      problems: z.int().min(0),
      at_concurrency: z.int().min(1),
      settings: z.int().min(0),
      expected_s: seconds,
      at_most_s: seconds,
    })
    .exactOptional(),
  expected_total_s: seconds,
  last_start: z.string().nullable(),
  loads: z
    .strictObject({ source: z.enum(['runs', 'journal']), seconds: z.array(z.number().min(0)).readonly() })
    .nullable(),
});
