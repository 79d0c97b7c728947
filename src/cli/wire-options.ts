import { FaultError, fault } from '../core/fault.ts';
import { MINUTE, type Milliseconds, SECOND } from '../core/units.ts';
import { readSecrets } from '../run/store.ts';
import type { Options } from './options.ts';
import { durationOption } from './quantities.ts';
import type { WireOptions } from './services.ts';

/** Longer than a healthy process is ever silent (it gives a sign every quarter of it), shorter than a load. */
const DEAD_MAN_AFTER = 3 * MINUTE;
const SHORTEST = 5 * SECOND;

/** Of commands that may change a service: they have the host restore it should they die. Fault: `usage`. */
export function changing(options: Options): WireOptions {
  return { ...looking(options), dead_man: { after_ms: deadManAfter(options), options: passedOn(options) } };
}

/** The same for a run that is there: the key of its server may not be in this environment, but it is kept with the run. */
export function changingRun(options: Options, dir: string): WireOptions {
  return { ...changing(options), kept: readSecrets(dir) };
}

/** The dead-man timer's own restore: systemd starts it again if it dies, so it needs no other timer. */
export function restoringForTheDead(options: Options, dir: string): WireOptions {
  return { ...looking(options), kept: readSecrets(dir) };
}

/** As they were typed, for the process that goes on with the run apart from the terminal. */
export function deadManFlags({ deadMan }: Options): readonly string[] {
  if (deadMan === false) return ['--no-dead-man'];
  return deadMan === undefined ? [] : ['--dead-man', deadMan];
}

function looking(options: Options): WireOptions {
  return { tools_from_path: options.toolsFromPath === true };
}

function passedOn(options: Options): readonly string[] {
  return options.toolsFromPath === true ? ['--tools-from-path'] : [];
}

function deadManAfter({ deadMan }: Options): Milliseconds | null {
  if (deadMan === false) return null;
  const after = durationOption('dead-man', deadMan) ?? DEAD_MAN_AFTER;
  if (after >= SHORTEST) return after;
  const hint = 'take 5s or more: 3m is the default, --no-dead-man switches it off';
  throw new FaultError(
    fault('usage', `--dead-man: ${deadMan} is shorter than the pauses of a healthy process`, { hint }),
  );
}
