import { dirname } from 'node:path';
import { openRun } from '../../run/store.ts';
import type { CommandFunction } from '../command.ts';
import { runWithFace } from '../run-with-face.ts';
import { chosenRun } from '../runs-folder.ts';
import { changingRun } from '../wire-options.ts';

/** What `--detach` starts apart from the terminal: a run whose folder is made and whose plan was agreed to. */
export const begin: CommandFunction = async (context, { operands, options }) => {
  const dir = chosenRun(context, options, operands[0]);
  const stored = openRun(dir);
  const ports = await context.services.wire(stored.configuration, changingRun(options, dir));
  await runWithFace(
    context,
    options,
    stored.command,
    { stored, dir, runs_dir: dirname(dir), ports },
    context.services.runSweep,
  );
};
