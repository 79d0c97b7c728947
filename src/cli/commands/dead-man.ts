import { dirname } from 'node:path';
import { readController } from '../../run/controller.ts';
import { deadManTurn } from '../../run/dead-man-turn.ts';
import { openRun } from '../../run/store.ts';
import type { CommandFunction } from '../command.ts';
import { livingController } from '../controller-alive.ts';
import { requireLinux } from '../linux.ts';
import { runWithFace } from '../run-with-face.ts';
import { chosenRun } from '../runs-folder.ts';
import { restoringForTheDead } from '../wire-options.ts';

/**
 * What the dead-man timer runs: the restore of a run whose process gives no sign of life. It stands back where the run
 * needs none, or where somebody has taken it up since.
 */
export const deadMan: CommandFunction = async (context, { operands, options }) => {
  requireLinux(context, 'dead-man');
  const dir = chosenRun(context, options, operands[0]);
  const stored = openRun(dir);
  const ports = await context.services.wire(stored.configuration, restoringForTheDead(options, dir));
  const living = await livingController(await context.services.ownMachine(), dir);
  const lines = await ports.readJournal(dir);
  const turn = deadManTurn({
    stored,
    lines,
    fence: options.fence ?? 0,
    holder: readController(dir),
    living: living !== null,
  });
  if ('stand_back' in turn) {
    context.stderr.write(`nothing is touched: ${turn.stand_back}\n`);
    return;
  }
  context.stderr.write(`${turn.why}: the original is put back\n`);
  const request = { stored, dir, runs_dir: dirname(dir), ports };
  await runWithFace(context, options, 'restore', request, (complete) =>
    context.services.resumeRun({ ...complete, mode: 'restore', by: 'dead-man', over: turn.over }),
  );
};
