import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RealClock } from './adapters/clock/real.ts';
import { startDaemon } from './sim/daemon/daemon.ts';
import { FaultBook } from './sim/faults/book.ts';
import { parseFaultSpec } from './sim/faults/parse.ts';
import { storyConfiguration } from './sim/story/configuration.ts';
import { UNIT, UNIT_PATH } from './sim/story/service.ts';
import { buildStory } from './sim/story/story.ts';

/**
 * The host of the story for other processes, over real sockets. `holdpoint`: the words that run this version of it.
 * Fault: `usage` (a fault that there is not; the folder or the port is not to be had).
 */
export async function simulate(
  options: {
    readonly dir: string;
    readonly speed: number;
    readonly seed: number;
    readonly faults: readonly string[];
    readonly devices: number;
    readonly port: number;
    readonly trouble: (text: string) => void;
  },
  holdpoint: readonly string[],
) {
  const { dir, speed, seed, devices, port, trouble } = options;
  const faults = new FaultBook(options.faults.map(parseFaultSpec));
  const daemon = await startDaemon({
    dir,
    speed,
    port,
    real: new RealClock(),
    build: (clock) => buildStory({ clock, seed, faults, devices, port }),
    holdpoint,
    trouble,
  });
  const configuration_file = join(dir, 'holdpoint.yaml');
  writeFileSync(configuration_file, storyConfiguration(undefined, port));
  const { env, stop } = daemon;
  return {
    env: { ...env, UNIT_FILE: join(env.SIM_ROOT, UNIT_PATH) },
    stop,
    endpoint: `http://127.0.0.1:${port}`,
    unit: UNIT,
    unit_path: UNIT_PATH,
    configuration_file,
  };
}
