import { z } from 'zod';

export const parameterValueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const settingSchema = z.record(z.string(), parameterValueSchema);

export const commandSchema = z.strictObject({
  argv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  shown: z.string(),
});

export const definitionSchema = z.strictObject({
  argv: z.array(z.string()),
  wrapper: z.array(z.string()).exactOptional(),
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
  env_complete: z.boolean(),
  from_files: z.array(z.string()).exactOptional(),
  swept_env: z.array(z.string()).exactOptional(),
});

const life = { id: z.string(), pid: z.int(), start_ticks: z.number(), boot_id: z.string() };

export const generationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('process'), ...life }),
  z.strictObject({
    kind: z.literal('systemd'),
    unit: z.string(),
    scope: z.enum(['system', 'user']),
    ...life,
  }),
]);

export const memberSchema = z.strictObject({
  pid: z.int(),
  start_ticks: z.number(),
  ppid: z.int(),
  state: z.string(),
  user: z.string(),
  command: z.string(),
});

export const effectiveSchema = z.strictObject({
  wanted: parameterValueSchema,
  got: parameterValueSchema,
  rule: z.enum(['equal', 'at-least', 'rounded-up', 'forced', 'present', 'argv']),
  source: z.enum(['server-info', 'log', 'behaviour', 'argv']).nullable(),
  agrees: z.boolean(),
  evidence: z.string(),
});

export const capacitySchema = z.strictObject({ name: z.string(), value: z.number() });
