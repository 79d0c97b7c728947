import { z } from 'zod';
import { CAUSES, FAULTS, type FaultClass, type FaultName } from '../fault.ts';

export const evidenceSchema = z.strictObject({
  kind: z.string(),
  text: z.string(),
  file: z.string().exactOptional(),
  line: z.int().exactOptional(),
  offset: z.int().exactOptional(),
  at: z.string().exactOptional(),
});

export const problemSchema = z.strictObject({
  file: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  message: z.string(),
  remedy: z.string(),
});

const rules = [...Object.values(FAULTS), ...Object.values(CAUSES)];
const classes = [...new Set(rules.map((rule) => rule.class))] as [FaultClass, ...FaultClass[]];

export const faultSchema = z.strictObject({
  name: z.enum(Object.keys(FAULTS) as [FaultName, ...FaultName[]]),
  class: z.enum(classes),
  scope: z.enum(['measurement', 'setting', 'run']),
  retry: z.strictObject({ max: z.int().min(0), after_s: z.array(z.number()) }),
  message: z.string(),
  hint: z.string(),
  data: z.record(z.string(), z.unknown()),
  problems: z.array(problemSchema),
  evidence: z.array(evidenceSchema),
});
