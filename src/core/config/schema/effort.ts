import { z } from 'zod';
import { choice, wholeNumber } from './leaves.ts';

export const effortSchema = z
  .union([
    choice(['quick', 'default', 'long'], 'how many starts are spent on being sure'),
    z.strictObject({ starts: wholeNumber('starts in all, the first one of each setting included', 2, 1000) }),
  ])
  .meta({
    description:
      'how many starts are spent on being sure: quick (one of each setting, no winner), default, long, or {starts: 24}; without it each setting is started once and the baseline twice',
  });
