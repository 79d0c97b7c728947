import { join } from 'node:path';
import { engineDefinition } from '../../core/engine/index.ts';
import { buildPlan, DEFAULT_MAX_TRIALS } from '../../core/plan/build-plan.ts';
import type { RunRequest, StoredRun } from '../../run/api.ts';
import { createRun, newRunId, writeText } from '../../run/store.ts';
import { runSweep } from '../../run/sweep.ts';
import { baseFor } from '../base.ts';
import { configurationIn } from '../configuration.ts';
import type { Context } from '../context.ts';
import type { Finished } from '../finish.ts';
import type { Options } from '../options.ts';
import { runWithFace } from '../run-with-face.ts';
import type { Story } from './story.ts';

export interface Act {
  readonly context: Context;
  readonly options: Options;
  readonly story: Story;
  /** Where the run is kept, with its configuration. */
  readonly folder: string;
  readonly seed: number;
  finish(finished: Finished): Promise<void>;
}

const FILE = 'holdpoint.yaml';

/** The second act: Holdpoint's own sweep over the simulated host, with its real loop, adapters and faces. */
export async function holdpointAct({ context, options, story, folder, seed, finish }: Act): Promise<void> {
  const runs_dir = join(folder, 'runs');
  const id = newRunId('demo', story.clock.wall());
  // in the folder of the run, which is new: a file of this name beside `runs` may be somebody's own
  const file = join(runs_dir, id, FILE);
  const configuration = configurationIn(context, file, Buffer.from(story.configuration));
  const engine = engineDefinition(configuration.engine);
  const ports = await story.wire(configuration);
  const base = baseFor(configuration, engine, await story.run(() => ports.supervisor.present()));
  const stored: StoredRun = {
    schema_version: 1,
    id,
    command: 'sweep',
    configuration,
    plan: buildPlan(configuration, base, engine, { maxTrials: DEFAULT_MAX_TRIALS }),
    options: { fresh: true, under_traffic: false, seed },
  };
  const dir = createRun(runs_dir, stored, []);
  writeText(dir, FILE, story.configuration);
  // only the run itself is simulated: virtual time cannot wait for what the faces and services load
  const run = (request: RunRequest) => story.run(() => runSweep(request));
  await runWithFace(context, options, 'demo', { stored, dir, runs_dir, ports }, run, {
    clock: story.clock,
    finish,
  });
}
