import { z } from 'zod';
import { generationSchema } from './common.ts';

const bytes = z.number().min(0).nullable();
const process = { user: z.string(), command: z.string(), ours: z.boolean() };
const peer = z.strictObject({
  address: z.string().nullable(),
  pid: z.int().nullable(),
  user: z.string().nullable(),
  command: z.string(),
  connections: z.int().min(1),
  in_use: z.int().min(0).nullable(),
});

export const statusSchema = z.strictObject({
  service: z.string(),
  generation: generationSchema.nullable(),
  started_by_holdpoint: z.boolean().nullable(),
  phase: z.enum(['absent', 'stopping', 'stopped', 'starting', 'loading', 'serving', 'failed', 'unknown']),
  ready: z.boolean(),
  listener: z.strictObject({ pid: z.int().nullable(), ...process }).nullable(),
  devices: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      used_bytes: bytes,
      total_bytes: bytes,
      floor_bytes: bytes,
      holders: z.array(z.strictObject({ pid: z.int(), ...process })),
    }),
  ),
  effective: z.record(z.string(), z.unknown()),
  differs: z.array(z.strictObject({ where: z.string(), wanted: z.string(), got: z.string() })),
  promoted: z.strictObject({ file: z.string(), run: z.string(), trial: z.string() }).nullable(),
  traffic: z
    .strictObject({
      running: z.int().min(0).nullable(),
      waiting: z.int().min(0).nullable(),
      peers: z.array(peer).nullable(),
    })
    .nullable(),
  sweep: z
    .strictObject({
      id: z.string(),
      trial: z.string().nullable(),
      of: z.int().min(0),
      hold_point: z.string().nullable(),
      waiting_for: z.string().nullable(),
      eta_s: z.number().nullable(),
    })
    .nullable(),
  lock: z.strictObject({ pid: z.int(), run: z.string() }).nullable(),
});
