import { z } from 'zod';
import { commandSchema } from './common.ts';
import { sweepSchema } from './sweep.ts';

export const promoteSchema = z.strictObject({
  run: z.string(),
  service: z.string(),
  trial: z.string().nullable(),
  state: z.enum(['shown', 'unchanged', 'installed', 'removed', 'not_kept']),
  command: commandSchema,
  diff: z.array(z.string()),
  file: z.strictObject({ path: z.string(), text: z.string(), persist: z.boolean() }).nullable(),
  effects: z.array(z.string()),
  undo: z.array(z.string()),
  change: sweepSchema.nullable(),
});
