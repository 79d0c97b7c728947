import { z } from 'zod';
import { bad, good } from '../parsed.ts';
import { leaf } from './leaf.ts';
import { choice, decimal, text, wholeNumber } from './leaves.ts';
import { NAME, NAME_RULE } from './names.ts';

export const workloadSchema = z
  .strictObject({
    name: text(`name of the workload: ${NAME_RULE}`, { pattern: NAME, what: 'a name', example: 'code' }),
    prompts: text('builtin:code, builtin:chat, builtin:count, or a file with one {"prompt": "..."} a line', {
      example: 'builtin:code',
    }),
    api: choice(['completions', 'chat'], 'which endpoint is asked', 'chat').optional(),
    concurrency: z
      .array(wholeNumber('requests at once', 1, 4096))
      .min(1)
      .max(64)
      .meta({ description: 'how many requests at once, one measurement for each: [1, 4, 16]', default: [1] })
      .optional(),
    requests: wholeNumber('requests of one measurement', 1, 1_000_000),
    starts: choice(
      ['staggered', 'burst'],
      'how the slots send their first request: one after another, or all at once',
      'staggered',
    ).optional(),
    warmup: wholeNumber(
      'requests before the measured ones, with prompts of their own',
      0,
      10_000,
      2,
    ).optional(),
    max_tokens: wholeNumber('most tokens of one answer', 1, 1_000_000),
    temperature: decimal('sampling temperature', 0, 5, 0).optional(),
    body: z
      .record(z.string(), z.unknown())
      .meta({ description: 'more keys for the JSON of every request: {top_p: 0.9}', default: {} })
      .optional(),
    expect: leaf(
      (value) =>
        value === null || typeof value === 'string'
          ? good(value)
          : bad('must be text or null', 'in quotes: the exact answer'),
      {
        type: ['string', 'null'],
        description: 'the exact text that every answer must have; null: not checked',
        default: null,
      },
    ).optional(),
  })
  .meta({
    description:
      'a load: {name: code, prompts: builtin:code, concurrency: [1, 4], requests: 64, max_tokens: 256}',
  });

const condition = text('a condition on the measured numbers', { example: 'ttft_p95 <= 2s', longest: 4096 });

export const objectiveSchema = z
  .strictObject({
    maximize: text('the number that should be large', { example: 'output_tokens_per_s' }).optional(),
    minimize: text('the number that should be small', { example: 'ttft_p95' }).optional(),
    workload: text('the workload that decides; the first one', { longest: 64 }).optional(),
    concurrency: wholeNumber('the concurrency that decides; its largest one', 1, 4096).optional(),
    where: z
      .array(condition)
      .max(64)
      .meta({ description: 'conditions that the best setting must keep: ["ttft_p95 <= 2s"]', default: [] })
      .optional(),
  })
  .meta({ description: 'what is best: {maximize: output_tokens_per_s, workload: code, concurrency: 1}' });
