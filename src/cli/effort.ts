import type { Configuration } from '../core/config/configuration.ts';
import type { Effort } from '../core/decide/effort.ts';
import type { Options } from './options.ts';
import { usage } from './usage.ts';

const NAMES = ['quick', 'default', 'long'] as const;

/** The configuration with the effort of `--effort`, which counts before that of the file. Fault: `usage`. */
export function withEffort({ effort }: Options): (configuration: Configuration) => Configuration {
  if (effort === undefined) return (configuration) => configuration;
  const asked = effortOf(effort);
  return (configuration) => ({ ...configuration, effort: asked });
}

function effortOf(text: string): Effort {
  const name = NAMES.find((known) => known === text);
  if (name !== undefined) return name;
  const starts = /^\d+$/.test(text) ? Number(text) : 0;
  if (starts < 2 || starts > 1000)
    throw usage(
      `--effort ${text} is no effort`,
      'quick, default, long, or a number of starts from 2 to 1000',
    );
  return { starts };
}
