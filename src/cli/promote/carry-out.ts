import type { PromoteDocument } from '../../core/documents/promote.ts';
import { FaultError } from '../../core/fault.ts';
import type { StoredRun } from '../../run/api.ts';
import { createRun, newRunId } from '../../run/store.ts';
import { discardUnbegun, SEED } from '../begin-run.ts';
import type { Context } from '../context.ts';
import { sayNoDeadMan } from '../dead-man-words.ts';
import { printEnvelope } from '../envelope.ts';
import { type Finished, finish } from '../finish.ts';
import type { Options } from '../options.ts';
import { runWithFace } from '../run-with-face.ts';
import { undoText } from './promote-text.ts';
import type { Proposal } from './proposal.ts';
import { secretsInUnits, unitRedactor } from './secrets-in-units.ts';
import type { Swept } from './swept.ts';

/** One change through the hold points, as a run of its own: kept on success, undone on failure, and it can be resumed. */
export async function carryOut(
  context: Context,
  options: Options,
  { ports, runs_dir }: Swept,
  { configuration, plan, promotion, document }: Proposal,
): Promise<void> {
  await sayNoDeadMan(context, ports);
  const stored: StoredRun = {
    schema_version: 1,
    id: newRunId(configuration.name, context.clock.wall()),
    command: 'apply',
    configuration,
    plan,
    options: { fresh: false, under_traffic: options.underTraffic === true, seed: SEED },
    promotion,
  };
  const dir = createRun(runs_dir, stored, secretsInUnits(ports, [plan]));
  try {
    await runWithFace(
      context,
      options,
      'promote',
      { stored, dir, runs_dir, ports },
      context.services.runSweep,
      { finish: (finished) => answer(context, options, finished, document) },
    );
  } catch (error) {
    if (error instanceof FaultError) discardUnbegun(dir);
    throw error;
  }
}

async function answer(
  context: Context,
  options: Options,
  finished: Finished,
  proposed: PromoteDocument,
): Promise<void> {
  const { result, ports, stored } = finished;
  const ok = result.exit_code === 0;
  const kept = proposed.trial === null ? 'removed' : 'installed';
  const { json } = unitRedactor(ports, [stored.plan]);
  const document: PromoteDocument = json({
    ...proposed,
    state: ok ? kept : 'not_kept',
    change: result.document,
  });
  if (options.json) {
    context.setExitCode(result.exit_code);
    const error = json(result.fault ?? result.document.trials[0]?.fault ?? null);
    const { simulated } = ports.host;
    printEnvelope(context, { command: 'promote', simulated, ok, data: document, error: ok ? null : error });
    return;
  }
  await finish(context, options, finished);
  if (!ok || options.events) return;
  const where = `${document.file?.path} is ${kept}`;
  context.stdout.write(`${[where, ...undoText(document)].join('\n')}\n`);
}
