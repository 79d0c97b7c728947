import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { FaultError } from '../core/fault.ts';
import type { StoredRun } from '../run/api.ts';
import { createRun, newRunId } from '../run/store.ts';
import { consent } from './consent.ts';
import type { Context } from './context.ts';
import { printEnvelope } from './envelope.ts';
import { requireLinux } from './linux.ts';
import type { Options } from './options.ts';
import { planText } from './plan-text.ts';
import type { Planned } from './planned.ts';
import { presentOf } from './present.ts';
import { definitionsIn, redactorFor, secretsIn } from './redaction.ts';
import { oneAnswer, runWithFace } from './run-with-face.ts';
import { runsFolder } from './runs-folder.ts';

/** The same prompts in every sweep: a measurement that was made before is then known again. */
const SEED = 1;

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
  const ports = await context.services.wire(configuration, {
    tools_from_path: options.toolsFromPath === true,
  });
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

/** A run that never wrote its first record (a held lock) would only stand in the way of `attach` and `log`. */
function discardUnbegun(dir: string): void {
  if (!existsSync(join(dir, 'events.jsonl'))) rmSync(dir, { recursive: true });
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
    ...(toolsFromPath ? ['--tools-from-path'] : []),
    ...(onHangup === undefined ? [] : ['--on-hangup', onHangup]),
  ];
  const { pid } = await context.services.detach(['begin', dir, ...flags], join(dir, 'holdpoint.log'));
  if (options.json) printEnvelope(context, { command, data: { id: stored.id, dir, pid } });
  else
    context.stdout.write(
      `run ${stored.id} goes on as pid ${pid}\n  holdpoint attach ${dir}\n  holdpoint stop ${dir}\n`,
    );
}
