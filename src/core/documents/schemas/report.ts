import { z } from 'zod';
import { sweepSchema } from './sweep.ts';

export const reportSchema = z.strictObject({
  run: z.string(),
  state: sweepSchema.shape.state,
  share: z.boolean(),
  files: z.array(z.string()),
});
