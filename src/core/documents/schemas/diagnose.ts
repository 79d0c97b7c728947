import { z } from 'zod';
import { faultSchema } from '../fault.ts';

const line = z.strictObject({
  signature: z.string(),
  line: z.int().min(1),
  text: z.string(),
  rank: z.int().nullable(),
});

export const diagnoseSchema = z.strictObject({
  verdict: z.enum(['failed', 'loading', 'ready', 'unknown']),
  engine: z.string().nullable(),
  phase: z.string().nullable(),
  fault: faultSchema.nullable(),
  root: line.nullable(),
  consequences: z.array(line),
  notes: z.array(z.string()),
  lines: z.int().min(0),
  harmless: z.int().min(0),
});
