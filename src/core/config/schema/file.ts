import { z } from 'zod';
import { bad, good, quoted } from '../parsed.ts';
import { acceleratorSchema } from './accelerator.ts';
import { effortSchema } from './effort.ts';
import { evaluationSchema } from './evaluation.ts';
import { leaf } from './leaf.ts';
import { choice, text } from './leaves.ts';
import { NAME, NAME_RULE } from './names.ts';
import { parametersSchema, settingSchema } from './parameters.ts';
import { hooksSchema, limitsSchema, toolsSchema, windowSchema } from './run.ts';
import { authSchema, endpointSchema, serviceSchema } from './service.ts';
import { objectiveSchema, workloadSchema } from './workloads.ts';

const versionSchema = leaf(
  (value) =>
    value === 1 ? good(1 as const) : bad(`version ${quoted(value)} is not known`, 'write version: 1'),
  {
    type: 'integer',
    description: 'version of this format: 1',
    enum: [1],
  },
);

export const constraintSchema = text('a condition on parameters; settings that break it are rejected', {
  example: 'topk <= budget',
  longest: 4096,
});

/** `holdpoint.yaml`, version 1: what this version builds of it. */
export const fileSchema = z
  .strictObject({
    version: versionSchema,
    name: text(`name of the sweep: ${NAME_RULE}`, { pattern: NAME, what: 'a name', example: 'llama-slots' }),
    host: choice(['local'], 'the machine on which the server runs', 'local').optional(),
    service: serviceSchema,
    engine: choice(
      ['sglang', 'vllm', 'llamacpp', 'openai'],
      'the server software; openai: any OpenAI-compatible server',
    ),
    endpoint: endpointSchema,
    auth: authSchema.optional(),
    model: text('name of the model; auto: asked from the server', {
      longest: 512,
      example: 'auto',
    }).optional(),
    accelerator: acceleratorSchema.optional(),
    parameters: parametersSchema.optional(),
    constraints: z
      .array(constraintSchema)
      .max(256)
      .meta({ description: 'conditions on parameters: ["topk <= budget"]' })
      .optional(),
    settings: z
      .array(settingSchema)
      .min(1)
      .max(100_000)
      .meta({ description: 'an explicit list, instead of the grid: [{name: b8k4, budget: 8}]' })
      .optional(),
    baseline: text('what others are compared with: current, none, or the name of a setting', {
      pattern: NAME,
      what: 'a name',
      example: 'current',
    }).optional(),
    workloads: z
      .array(workloadSchema)
      .min(1)
      .max(64)
      .meta({ description: 'the loads to measure with, at least one' }),
    evaluation: evaluationSchema.optional(),
    objective: objectiveSchema.optional(),
    effort: effortSchema.optional(),
    limits: limitsSchema.optional(),
    window: windowSchema.optional(),
    hooks: hooksSchema.optional(),
    restore: choice(['original', 'best', 'leave'], 'what runs when the sweep is over', 'original').optional(),
    tools: toolsSchema.optional(),
  })
  .meta({ title: 'holdpoint.yaml', description: 'Configuration of Holdpoint, version 1' });

export type RawFile = z.output<typeof fileSchema>;
export type RawService = z.output<typeof serviceSchema>;
export type RawAuth = z.output<typeof authSchema>;
export type RawParameter = z.output<typeof import('./parameters.ts').parameterSchema>;
export type RawWorkload = z.output<typeof workloadSchema>;
export type RawEvaluation = z.output<typeof evaluationSchema>;
export type RawObjective = z.output<typeof objectiveSchema>;
export type RawLimits = z.output<typeof limitsSchema>;
