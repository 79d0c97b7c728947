import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanDocument } from '../core/documents/plan.ts';
import { FaultError } from '../core/fault.ts';
import { HOUR, MINUTE, type Milliseconds, SECOND } from '../core/units.ts';
import type { StoredRun } from '../run/api.ts';
import { createRun, newRunId } from '../run/store.ts';
import { consent } from './consent.ts';
import type { Context } from './context.ts';
import { sayNoDeadMan } from './dead-man-words.ts';
import { printEnvelope } from './envelope.ts';
import { requireSandbox } from './evaluation/require-sandbox.ts';
import { requireKnownFlags } from './installed-flags.ts';
import { requireLinux } from './linux.ts';
import type { Options } from './options.ts';
import { planText } from './plan-text.ts';
import type { Planned } from './planned.ts';
import { presentOf } from './present.ts';
import { definitionsIn, redactorFor, secretsIn } from './redaction.ts';
import { requireLoads } from './require-loads.ts';
import { oneAnswer, runWithFace } from './run-with-face.ts';
import { runsFolder } from './runs-folder.ts';
import { changing, deadManFlags } from './wire-options.ts';

/** The same prompts in every sweep: a measurement that was made before is then known again. */
export const SEED = 1;

/** From a plan to the end of its run: consent, run folder, then here or apart from the terminal. */
export async function beginRun(
  context: Context,
  options: Options,
  command: 'sweep' | 'apply',
  planned: Planned,
): Promise<void> {
  requireLinux(context, command);
  oneAnswer(options);
  const { configuration, plan, document } = planned;
  const suite = command === 'sweep' ? planned.suite : null;
  if (suite !== null) await requireSandbox(await context.services.sandbox(), suite.problems);
  const ports = await context.services.wire(configuration, changing(options));
  await sayNoDeadMan(context, ports);
  if (command === 'sweep') {
    await requireLoads(ports, plan.points);
    await requireKnownFlags(context, planned, ports);
  }
  const runs_dir = runsFolder(context, options);
  const present = await presentOf(configuration, ports, runs_dir);
  if (present.generation !== null && !present.ours && !options.yes) {
    context.stderr.write(`${planText(plan, document, context.stderr.columns).join('\n')}\n\n`);
  }
  await consent(context, options, present, redactorFor(ports, definitionsIn(plan)));
  const stored: StoredRun = {
    schema_version: 1,
    id: newRunId(configuration.name, context.clock.wall()),
    command,
    configuration,
    plan,
    options: { fresh: options.fresh === true, under_traffic: options.underTraffic === true, seed: SEED },
    ...(suite === null ? {} : { suite }),
    ...knownLoad(document),
  };
  const dir = createRun(runs_dir, stored, secretsIn(ports, definitionsIn(plan)));
  if (options.detach) return detach(context, options, command, stored, dir);
  try {
    await runWithFace(context, options, command, { stored, dir, runs_dir, ports }, context.services.runSweep);
  } catch (error) {
    if (error instanceof FaultError) discardUnbegun(dir);
    throw error;
  }
}

/** A load that was ever so long may be as long again. */
function knownLoad({ loads }: PlanDocument): Pick<StoredRun, 'known_load_ms'> {
  return loads === null ? {} : { known_load_ms: Math.max(...loads.seconds) * SECOND };
}

/** A run that never wrote its first record (a held lock) would only stand in the way of `attach` and `log`. */
export function discardUnbegun(dir: string): void {
  if (!existsSync(join(dir, 'events.jsonl'))) rmSync(dir, { recursive: true });
}

/** Longer than a restore may take by its own limits: stop, release (which may wait five times its limit), load. */
function restoreTakes({ stop_ms, release_ms, load_ms }: StoredRun['configuration']['limits']): Milliseconds {
  return 2 * stop_ms + 5 * release_ms + (load_ms ?? HOUR) + 10 * MINUTE;
}

async function detach(
  context: Context,
  options: Options,
  command: string,
  stored: StoredRun,
  dir: string,
): Promise<void> {
  const { toolsFromPath, onHangup } = options;
  const flags = [
    ...deadManFlags(options),
    ...(toolsFromPath ? ['--tools-from-path'] : []),
    ...(onHangup === undefined ? [] : ['--on-hangup', onHangup]),
  ];
  const { service, limits } = stored.configuration;
  const { pid, unit, how } = await context.services.detach({
    argv: ['begin', dir, ...flags],
    run_id: stored.id,
    log_file: join(dir, 'holdpoint.log'),
    serves: service.kind === 'systemd' ? 'unit' : 'process',
    stop_ms: restoreTakes(limits),
  });
  if (options.json) printEnvelope(context, { command, data: { id: stored.id, dir, pid, unit, how } });
  else
    context.stdout.write(
      `run ${stored.id} goes on as pid ${pid}, ${how}\n  holdpoint attach ${dir}\n  holdpoint stop ${dir}\n`,
    );
}
