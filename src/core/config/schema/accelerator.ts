import { z } from 'zod';
import { parseSize } from '../size.ts';
import { leaf } from './leaf.ts';
import { choice, text } from './leaves.ts';
import { PCI_ADDRESS, UUID } from './names.ts';

const MOST = 64;

/** How the devices of one maker are named. */
interface Naming {
  readonly kind: 'nvidia' | 'amd';
  readonly pattern: RegExp;
  readonly what: string;
  readonly example: string;
  /** What prints these names. */
  readonly printed: string;
}

const NVIDIA: Naming = {
  kind: 'nvidia',
  pattern: UUID,
  what: 'the uuid of a device',
  example: 'GPU-5e1a7c10-93b4-4f0e-8d52-6a0c3b9e2f41',
  printed: 'uuids of the devices, as `nvidia-smi -L` prints them',
};

const AMD: Naming = {
  kind: 'amd',
  pattern: PCI_ADDRESS,
  what: 'the PCI address of a device',
  example: '0000:c1:00.0',
  printed: 'PCI addresses of the devices, as `amd-smi list` prints them (BDF)',
};

const size = leaf(parseSize, {
  type: ['string', 'integer'],
  description: 'an amount of memory',
  examples: ['300MiB'],
});

/** Devices of one maker by name. */
function named({ kind, pattern, what, example, printed }: Naming) {
  return z
    .strictObject({
      kind: choice([kind], `kind: ${kind}`),
      devices: z
        .array(text(what, { pattern, what, example }))
        .min(1)
        .max(MOST)
        .meta({ description: printed })
        .optional(),
      floor: z
        .record(z.string().regex(pattern), size)
        .meta({
          description: `memory in use by device when nothing of the service runs: {${example}: 300MiB}`,
        })
        .optional(),
    })
    .superRefine((value, context) => {
      for (const id of Object.keys(value.floor ?? {})) {
        if (value.devices?.includes(id) !== false) continue;
        const message = `\`${id}\` has a floor and is not among the devices (${value.devices.join(', ')})`;
        const params = { remedy: 'add it to `devices`, or remove its floor' };
        context.addIssue({ code: 'custom', path: ['floor', id], message, params });
      }
    });
}

export const acceleratorSchema = z
  .union([
    choice(['auto', 'nvidia', 'amd', 'host-memory'], 'the memory that is watched', 'auto'),
    named(NVIDIA),
    named(AMD),
  ])
  .meta({
    description:
      'the memory that is watched: auto, nvidia, amd, host-memory, or {kind: nvidia, devices: [GPU-...], floor: {GPU-...: 300MiB}}, or {kind: amd, devices: ["0000:c1:00.0"], floor: {"0000:c1:00.0": 300MiB}}',
  });
