import { z } from 'zod';
import { evidenceSchema, faultSchema } from '../fault.ts';
import { commandSchema, effectiveSchema, generationSchema, settingSchema } from './common.ts';
import { evaluationSchema } from './evaluation.ts';
import { measurementSchema } from './measurement.ts';

export const holdPointSchema = z.strictObject({
  name: z.enum([
    'observed',
    'prepared',
    'drained',
    'stopped',
    'released',
    'started',
    'loaded',
    'identified',
    'generating',
    'effective',
    'unchanged',
  ]),
  state: z.enum(['passed', 'failed', 'skipped']),
  waited_s: z.number().min(0),
  evidence: z.array(evidenceSchema),
});

const seconds = z.number().min(0).nullable();

export const durationsSchema = z.strictObject({
  stopped_s: seconds,
  released_s: seconds,
  loaded_s: seconds,
  ready_s: seconds,
  measured_s: seconds,
});

export const startSchema = z.strictObject({
  start: z.int().min(0),
  attempt: z.int().min(0),
  adopted: z.boolean(),
  generation: generationSchema.nullable(),
  hold_points: z.array(holdPointSchema),
  durations: durationsSchema,
  effective: z.record(z.string(), effectiveSchema),
  measurements: z.array(measurementSchema),
  suspect: z.array(z.string()),
  reused_from: z.string().nullable(),
  fault: faultSchema.nullable(),
});

export const trialSchema = z.strictObject({
  name: z.string(),
  setting: settingSchema,
  setting_id: z.string(),
  command: commandSchema,
  status: z.enum(['measured', 'failed', 'skipped', 'void', 'pending']),
  fault: faultSchema.nullable(),
  starts: z.array(startSchema),
  evaluation: evaluationSchema.nullable(),
});

const finalsSchema = z.strictObject({
  finalists: z.array(z.string()),
  blocks: z.int(),
  interval_pct: z.number(),
  sd_pct: z.number(),
  events: z.array(
    z.strictObject({ kind: z.enum(['start', 'step']), start: z.int(), change_pct: z.number() }),
  ),
  compared: z.array(
    z.strictObject({
      name: z.string(),
      change_pct: z.number(),
      low_pct: z.number(),
      high_pct: z.number(),
      slow_starts: z.int(),
    }),
  ),
  limits: z
    .array(
      z.strictObject({
        name: z.string(),
        condition: z.string(),
        state: z.enum(['kept', 'broken', 'too_close', 'unknown']),
        value: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
      }),
    )
    .exactOptional(),
  front: z
    .strictObject({
      metrics: z.array(z.string()),
      points: z.array(
        z.strictObject({
          name: z.string(),
          changes: z.array(
            z.strictObject({ change_pct: z.number(), low_pct: z.number(), high_pct: z.number() }),
          ),
          dominated_by: z.string().nullable(),
        }),
      ),
    })
    .exactOptional(),
});

export const decisionSchema = z.strictObject({
  kind: z.enum(['winner', 'baseline_best', 'no_difference', 'none_satisfies', 'not_enough_data']),
  best: z.string().nullable(),
  reason: z.string(),
  command: commandSchema.nullable(),
  finals: finalsSchema.exactOptional(),
});

export const restoredSchema = z.strictObject({ to: z.enum(['original', 'best', 'left']), ok: z.boolean() });

export const sweepSchema = z.strictObject({
  id: z.string(),
  dir: z.string(),
  state: z.enum(['running', 'done', 'interrupted', 'stopped']),
  baseline: z.string().nullable(),
  trials: z.array(trialSchema),
  decision: decisionSchema,
  restored: restoredSchema,
  faults: z.array(faultSchema),
});
