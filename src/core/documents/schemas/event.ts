import { z } from 'zod';
import { faultSchema } from '../fault.ts';
import {
  capacitySchema,
  definitionSchema,
  effectiveSchema,
  generationSchema,
  memberSchema,
} from './common.ts';
import { judgedSchema } from './evaluation.ts';
import { measurementSchema } from './measurement.ts';
import { decisionSchema, durationsSchema, holdPointSchema, restoredSchema, startSchema } from './sweep.ts';

const change = z.int();
const detail = z.record(z.string(), z.unknown());
const port = { port: z.string(), method: z.string(), detail };
const fault = faultSchema.nullable();

const record = <T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape });

export const changeResultSchema = z.strictObject({
  generation: generationSchema.nullable(),
  adopted: z.boolean(),
  listener: z.strictObject({ pid: z.int(), inode: z.string() }).nullable(),
  effective: z.record(z.string(), effectiveSchema),
  capacity: z.array(capacitySchema),
  durations: durationsSchema,
  garbage: z.boolean(),
  peak_bytes: z.number().nullable(),
  version: z.string().nullable(),
  model: z.string().nullable(),
  floor: z.record(z.string(), z.number()),
  dirty: z.array(z.string()),
});

const original = z.strictObject({
  generation: generationSchema.nullable(),
  definition: definitionSchema.nullable(),
  ours: z.boolean(),
});

/** Hold points stand in records of their own; only a start that was taken over from another run brings them along. */
const recordedStartSchema = startSchema.extend({
  hold_points: startSchema.shape.hold_points.exactOptional(),
});

const pass = { trial: z.string(), start: z.int(), pass: z.enum(['before', 'after']) };

const evaluationAbout = z.strictObject({
  url: z.string(),
  model: z.string().nullable(),
  suite: z.string(),
  suite_hash: z.string(),
  concurrency: z.int(),
  max_tokens: z.int(),
  require: z.string().nullable(),
});

export const recordSchema = z.discriminatedUnion('type', [
  record('sweep.begun', {
    run_id: z.string(),
    plan_id: z.string(),
    command: z.enum(['sweep', 'apply']),
    holdpoint_version: z.string(),
    simulated: z.boolean(),
    seed: z.number(),
    until_ms: z.number().nullable(),
  }),
  record('original.observed', { original }),
  record('change.begun', {
    change,
    goal: z.enum(['observe', 'setting', 'stopped', 'original', 'verify']),
    trial: z.string().nullable(),
    start: z.int().nullable(),
    attempt: z.int(),
    replicate: z.int(),
  }),
  record('holdpoint', { change, result: holdPointSchema }),
  record('intent', { change, ...port }),
  record('outcome', { change, ...port, ok: z.boolean() }),
  record('generation', {
    change,
    generation: generationSchema,
    definition: definitionSchema,
    log_file: z.string(),
  }),
  record('members', { generation: generationSchema, members: z.array(memberSchema) }),
  record('change.ended', {
    change,
    outcome: z.enum(['ready', 'failed', 'interrupted']),
    fault,
    result: changeResultSchema,
  }),
  record('measurement.begun', { trial: z.string(), start: z.int(), measurement_key: z.string() }),
  record('measurement.ended', {
    trial: z.string(),
    start: z.int(),
    measurement: measurementSchema,
    void: fault,
  }),
  record('evaluation.begun', { ...pass, about: evaluationAbout }),
  record('problem.judged', { ...pass, judged: judgedSchema }),
  record('evaluation.ended', { ...pass, took_s: z.number().min(0).nullable(), fault }),
  record('start.ended', { trial: z.string(), start: recordedStartSchema }),
  record('trial.ended', {
    trial: z.string(),
    status: z.enum(['measured', 'failed', 'skipped', 'void']),
    fault,
  }),
  record('operator', { request: z.enum(['interrupt', 'abandon']) }),
  record('stopped', { reason: z.string() }),
  record('resumed', {
    only_restore: z.boolean(),
    by: z.enum(['operator', 'dead-man']).exactOptional(),
    fence: z.int().exactOptional(),
    took_over: z.int().nullable().exactOptional(),
  }),
  record('note', { text: z.string() }),
  record('restored', { restored: restoredSchema, fault, kept_by: z.string().exactOptional() }),
  record('sweep.ended', {
    state: z.enum(['done', 'interrupted', 'stopped']),
    decision: decisionSchema,
    faults: z.array(faultSchema),
  }),
]);

export const eventSchema = z.strictObject({
  seq: z.int().min(0),
  wall: z.string(),
  mono_ms: z.number(),
  boot_id: z.string(),
  record: recordSchema,
  sum: z.string().regex(/^[0-9a-f]{8}$/),
});
