import { z } from 'zod';
import { sweepSchema } from './sweep.ts';

export const demoSchema = z.strictObject({
  naive: z.strictObject({ settings: z.array(z.strictObject({ name: z.string(), outcome: z.string() })) }),
  sweep: sweepSchema.nullable(),
});
