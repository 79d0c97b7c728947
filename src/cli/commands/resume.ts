import { dirname } from 'node:path';
import { openRun } from '../../run/store.ts';
import type { CommandFunction } from '../command.ts';
import { requireLinux } from '../linux.ts';
import { runWithFace } from '../run-with-face.ts';
import { chosenRun } from '../runs-folder.ts';
import { changingRun } from '../wire-options.ts';

export const resume: CommandFunction = goOn('resume');
export const restore: CommandFunction = goOn('restore');

/** The run folder tells everything: configuration, plan and journal. */
function goOn(mode: 'resume' | 'restore'): CommandFunction {
  return async (context, { operands, options }) => {
    requireLinux(context, mode);
    const dir = chosenRun(context, options, operands[0]);
    const stored = openRun(dir);
    const ports = await context.services.wire(stored.configuration, changingRun(options, dir));
    const request = { stored, dir, runs_dir: dirname(dir), ports };
    await runWithFace(context, options, mode, request, (complete) =>
      context.services.resumeRun({ ...complete, mode }),
    );
  };
}
