import { z } from 'zod';
import { HOUR, MINUTE, SECOND } from '../../units.ts';
import { duration, text, word } from './leaves.ts';

const DAY = 24 * HOUR;

export const limitsSchema = z
  .strictObject({
    load: duration('longest load; auto: max(60m, 4 x the longest known)', {
      minimum: SECOND,
      maximum: 7 * DAY,
      preset: 'auto',
      auto: true,
    }).optional(),
    quiet: duration('a load without any sign of life for this long has stalled', {
      minimum: SECOND,
      maximum: DAY,
      preset: '10m',
    }).optional(),
    stop: duration('longest stop', { minimum: SECOND, maximum: DAY, preset: '120s' }).optional(),
    release: duration('longest wait for memory to come back', {
      minimum: SECOND,
      maximum: DAY,
      preset: '180s',
    }).optional(),
    drain: duration('longest wait for requests of others to end', {
      minimum: 0,
      maximum: DAY,
      preset: '0s',
    }).optional(),
    total: duration('longest sweep, restore not counted', {
      minimum: MINUTE,
      maximum: 60 * DAY,
      preset: '12h',
    }).optional(),
  })
  .meta({ description: 'how long things may take: {load: auto, quiet: 10m, total: 12h}' });

export const windowSchema = z
  .strictObject({
    until: text('local time at which the service must be back', {
      pattern: /^([01]\d|2[0-3]):[0-5]\d$/,
      what: 'a time of day',
      example: '"04:00"',
    }),
  })
  .meta({ description: 'no start unless it and the restore fit before: {until: "04:00"}' });

export const HOOK_NAMES = [
  'before_stop',
  'drain',
  'undrain',
  'after_ready',
  'fault',
  'restored',
  'restore_failed',
  'end',
] as const;

const hook = z
  .array(
    z
      .array(word('one argument'))
      .min(1)
      .max(1000)
      .meta({ description: 'one command, one argument an item: [./drain.sh, --all]' }),
  )
  .max(32)
  .meta({ description: 'a list of commands, each a list of arguments: [[./drain.sh, --all]]', default: [] })
  .optional();

export const hooksSchema = z
  .strictObject(
    Object.fromEntries(HOOK_NAMES.map((name) => [name, hook])) as Record<
      (typeof HOOK_NAMES)[number],
      typeof hook
    >,
  )
  .meta({ description: 'your own commands, with the event as JSON on standard input' });

export const toolsSchema = z
  .record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/), text('path of the tool'))
  .meta({ description: 'other paths for tools: {ss: /opt/bin/ss}' });
