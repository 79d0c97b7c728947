import { z } from 'zod';
import { parseSize } from '../size.ts';
import { leaf } from './leaf.ts';
import { choice, text } from './leaves.ts';
import { UUID } from './names.ts';

const EXAMPLE = 'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41';
const MOST = 64;

const devices = z
  .array(text('the uuid of a device', { pattern: UUID, what: 'the uuid of a device', example: EXAMPLE }))
  .min(1)
  .max(MOST)
  .meta({ description: 'uuids of the devices, as `nvidia-smi -L` prints them' });

const floor = z
  .record(
    z.string().regex(UUID),
    leaf(parseSize, {
      type: ['string', 'integer'],
      description: 'an amount of memory',
      examples: ['300MiB'],
    }),
  )
  .meta({ description: 'memory in use by uuid when nothing of the service runs: {GPU-...: 300MiB}' });

const named = z
  .strictObject({
    kind: choice(['nvidia'], 'kind: nvidia'),
    devices: devices.optional(),
    floor: floor.optional(),
  })
  .superRefine((value, context) => {
    for (const uuid of Object.keys(value.floor ?? {})) {
      if (value.devices?.includes(uuid) !== false) continue;
      const message = `\`${uuid}\` has a floor and is not among the devices`;
      const params = { remedy: 'add it to `devices`, or remove its floor' };
      context.addIssue({ code: 'custom', path: ['floor', uuid], message, params });
    }
  });

export const acceleratorSchema = z
  .union([choice(['auto', 'nvidia', 'host-memory'], 'the memory that is watched', 'auto'), named])
  .meta({
    description:
      'the memory that is watched: auto, nvidia, host-memory, or {kind: nvidia, devices: [GPU-...], floor: {GPU-...: 300MiB}}',
  });
