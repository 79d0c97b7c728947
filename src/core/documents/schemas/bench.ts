import { z } from 'zod';
import { faultSchema } from '../fault.ts';
import { measurementSchema } from './measurement.ts';

const benchMeasurement = measurementSchema
  .omit({ measurement_key: true, replicate: true, foreign_requests: true, under_traffic: true })
  .extend({ load: z.string(), record_file: z.string(), void: faultSchema.nullable() });

export const benchSchema = z.strictObject({
  url: z.string(),
  model: z.string().nullable(),
  dialect: z.enum(['completions', 'chat', 'sglang-generate', 'llama-completion']),
  prompts: z.string(),
  seed: z.int(),
  dir: z.string(),
  measurements: z.array(benchMeasurement),
  notes: z.array(z.string()),
});
