import { z } from 'zod';
import { HOUR, SECOND } from '../../units.ts';
import { bad, good, quoted } from '../parsed.ts';
import { leaf } from './leaf.ts';
import { choice, decimal, duration, flag, text, wholeNumber } from './leaves.ts';
import { NAME, NAME_RULE } from './names.ts';

const limit = (description: string) => duration(description, { minimum: 1, maximum: 24 * HOUR }).optional();

export const workloadSchema = z
  .strictObject({
    name: text(`name of the workload: ${NAME_RULE}`, { pattern: NAME, what: 'a name', example: 'code' }),
    prompts: text(
      'builtin:code, builtin:chat, builtin:count, builtin:random, or a file with one {"prompt": "..."} a line',
      {
        example: 'builtin:code',
      },
    ),
    api: choice(['completions', 'chat'], 'which endpoint is asked', 'chat').optional(),
    concurrency: z
      .array(wholeNumber('requests at once', 1, 4096))
      .min(1)
      .max(64)
      .meta({ description: 'how many requests at once, one measurement for each: [1, 4, 16]', default: [1] })
      .optional(),
    requests: wholeNumber(
      'most requests of one measurement; may be left out with `duration`',
      1,
      1_000_000,
    ).optional(),
    duration: duration('no request of one measurement starts after this time', {
      minimum: SECOND,
      maximum: 24 * HOUR,
    }).optional(),
    rate: z
      .array(decimal('requests a second', 0.001, 100_000))
      .min(1)
      .max(64)
      .meta({
        description:
          'instead of `concurrency`: requests a second on a schedule that no answer delays, one measurement for each: [2, 4]',
      })
      .optional(),
    burstiness: leaf<number | 'constant'>(
      (value) =>
        value === 'constant' || (typeof value === 'number' && value >= 0.01 && value <= 1000)
          ? good(value)
          : bad(
              `${quoted(value)} is no shape of gaps`,
              'a number from 0.01 to 1000 (1: Poisson), or constant',
            ),
      {
        type: ['number', 'string'],
        description: 'gaps between the sends of `rate`: 1 is Poisson, less is burstier; constant: all alike',
        default: 1,
      },
    ).optional(),
    ramp_from: decimal(
      'requests a second at which a climb to `rate` begins, over the whole load',
      0.001,
      100_000,
    ).optional(),
    replay: text('instead of `concurrency`: a file of times to send at, JSON lines {"timestamp": ms}', {
      example: 'trace.jsonl',
    }).optional(),
    max_open: wholeNumber(
      'of `rate` and `replay`: never more requests open than these',
      1,
      65_535,
    ).optional(),
    input_tokens: wholeNumber(
      'length of each prompt of builtin:random, as the server tokenises',
      1,
      1_000_000,
    ).optional(),
    ignore_eos: flag('go on to max_tokens, past the natural end of the answer', false).optional(),
    salt: flag(
      'text of its own at the head of each prompt, so that no prefix cache answers for the model',
      true,
    ).optional(),
    prefix_hits: decimal('share of each prompt that all have in common at their head', 0, 0.99, 0).optional(),
    goodput: z
      .strictObject({
        ttft: limit('longest time to the first token of a good request'),
        tpot: limit('longest time per output token after it'),
        e2e: limit('longest time of the whole answer'),
      })
      .meta({
        description:
          'limits of a good request; `goodput_share` is the share of all requests that kept them: {ttft: 500ms, tpot: 50ms}',
      })
      .optional(),
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
    minimize: text('the number that should be small; beside `maximize` it is shown, and that one decides', {
      example: 'ttft_p95',
    }).optional(),
    workload: text('the workload that decides; the first one', { longest: 64 }).optional(),
    concurrency: wholeNumber('the concurrency that decides; its largest one', 1, 4096).optional(),
    rate: decimal(
      'of a workload at a rate, the rate that decides; its largest one',
      0.001,
      100_000,
    ).optional(),
    where: z
      .array(condition)
      .max(64)
      .meta({ description: 'conditions that the best setting must keep: ["ttft_p95 <= 2s"]', default: [] })
      .optional(),
  })
  .meta({ description: 'what is best: {maximize: output_tokens_per_s, workload: code, concurrency: 1}' });
