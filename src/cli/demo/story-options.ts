import type { Options } from '../options.ts';
import { usage } from '../usage.ts';
import type { StoryOptions } from './story.ts';

/** The lifecycle runs about this many times faster than life. */
const DEFAULT_SPEED = 150;
const DEFAULT_SEED = 1;

/** What the story is told with, by the options of the command line. Fault: `usage`. */
export function storyOptions({
  seed = DEFAULT_SEED,
  speed = DEFAULT_SPEED,
  fault: faults = [],
}: Options): StoryOptions {
  if (!(speed > 0 && Number.isFinite(speed)))
    throw usage(`speed ${speed} is no speed`, 'give a number above 0: how many times faster than life');
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw usage(`seed ${seed} is no seed`, 'give a whole number from 0');
  return { seed, speed, faults };
}
