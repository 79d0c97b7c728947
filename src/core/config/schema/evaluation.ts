import { z } from 'zod';
import { text, wholeNumber } from './leaves.ts';

export const evaluationSchema = z
  .strictObject({
    suite: text('builtin:coding, or a file of JSON lines, one problem a line', {
      example: 'builtin:coding',
      longest: 4096,
    }),
    at_concurrency: wholeNumber('questions at once', 1, 1024, 1).optional(),
    max_tokens: wholeNumber('most tokens of one answer', 1, 1_000_000, 1024).optional(),
    require: text('a setting for which this does not hold cannot win', {
      example: '"pass_rate >= baseline - 0.05"',
      longest: 4096,
    }).optional(),
  })
  .meta({
    description:
      'answers that are judged on every setting before and after the load: {suite: builtin:coding, at_concurrency: 1, require: "pass_rate >= baseline - 0.05"}',
  });
