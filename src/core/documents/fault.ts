import { z } from 'zod';
import { FAULTS, type FaultName } from '../fault.ts';

export const evidenceSchema = z.strictObject({
  kind: z.string(),
  text: z.string(),
  file: z.string().optional(),
  line: z.int().optional(),
  offset: z.int().optional(),
  at: z.string().optional(),
});

export const problemSchema = z.strictObject({
  file: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  message: z.string(),
  remedy: z.string(),
});

const classes = [...new Set(Object.values(FAULTS).map((f) => f.class)), 'infeasible'] as const;

export const faultSchema = z.strictObject({
  name: z.enum(Object.keys(FAULTS) as [FaultName, ...FaultName[]]),
  class: z.enum([...new Set(classes)]),
  scope: z.enum(['measurement', 'setting', 'run']),
  retry: z.strictObject({ max: z.int().min(0), after_s: z.array(z.number()) }),
  message: z.string(),
  hint: z.string(),
  data: z.record(z.string(), z.unknown()),
  problems: z.array(problemSchema),
  evidence: z.array(evidenceSchema),
});
