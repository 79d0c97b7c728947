import { z } from 'zod';
import { faultSchema } from '../fault.ts';

/** What every `--json` prints; `data` is one of the other documents, by `command`. */
export const envelopeSchema = z.strictObject({
  schema_version: z.literal(1),
  command: z.string(),
  simulated: z.boolean(),
  ok: z.boolean(),
  data: z.unknown().optional(),
  error: faultSchema.exactOptional(),
});
