import { z } from 'zod';
import { scalar, text } from './leaves.ts';
import { FLAG, FLAG_OR_VARIABLE, NAME, NAME_RULE, OPTION_NAME, PARAMETER_NAME, VARIABLE } from './names.ts';

const values = z
  .array(scalar('a value; null: the flag is absent'))
  .min(1)
  .max(1000)
  .meta({ description: 'the values to try, null for absent: [4, 8, null]' });

const report = text("key of the server's own report that says the value", { example: 'draft_window_size' });

export const flagParameterSchema = z.strictObject({
  flag: text('the flag: --name, or --name.key for one key of a JSON-valued flag', {
    pattern: FLAG,
    what: 'a flag',
    example: '--parallel',
  }),
  values: values.optional(),
  off: text('flag that is written for false', {
    pattern: FLAG,
    what: 'a flag',
    example: '--no-mmap',
  }).optional(),
  report: report.optional(),
});

export const variableParameterSchema = z.strictObject({
  env: text('the variable: NAME', {
    pattern: VARIABLE,
    what: 'a name of a variable',
    example: 'OMP_NUM_THREADS',
  }),
  values: values.optional(),
  report: report.optional(),
});

export const linkedParameterSchema = z.strictObject({
  values: z
    .record(
      z.string().regex(OPTION_NAME),
      z.record(z.string().regex(FLAG_OR_VARIABLE), scalar('its value; null: absent')),
    )
    .meta({ description: 'flags that move together, by name: {off: {}, n4: {--draft-max: 4, -md: d.gguf}}' }),
});

export const parameterSchema = z
  .union([flagParameterSchema, variableParameterSchema, linkedParameterSchema])
  .meta({
    description:
      '{flag: --name, values: [...]}, {env: NAME, values: [...]} or {values: {name: {--flag: value}}}',
  });

export const parametersSchema = z
  .record(z.string().regex(PARAMETER_NAME), parameterSchema)
  .meta({ description: 'the knobs, by name: {slots: {flag: -np, values: [1, 2, 4]}}' });

export const settingSchema = z
  .object({
    name: text(`name of the setting: ${NAME_RULE}`, { pattern: NAME, what: 'a name', example: 'b8k4' }),
  })
  .catchall(scalar('value of this parameter; null: absent'))
  .meta({ description: 'one setting: {name: b8k4, budget: 8, topk: 4}' });
