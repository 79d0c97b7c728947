import { FaultError, fault } from '../../core/fault.ts';
import { sweepReport } from '../../report/model.ts';
import { openRun, readSummary } from '../../run/store.ts';
import { printAnswer } from '../answer.ts';
import type { CommandFunction } from '../command.ts';
import { livingController } from '../controller-alive.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import { chosenRun } from '../runs-folder.ts';
import { watchRun } from '../watch.ts';
import { notRunning } from './attach.ts';

/** SIGTERM to the verified process of a run, then a wait until it has put the original back and ended. */
export const stop: CommandFunction = async (context, { operands, options }) => {
  requireLinux(context, 'stop');
  const dir = chosenRun(context, options, operands[0]);
  const stored = openRun(dir);
  const host = await context.services.ownMachine();
  const controller = await livingController(host, dir);
  if (controller === null) {
    if (readSummary(dir) === null) throw notRunning(stored.id, dir);
    throw new FaultError(
      fault('usage', `run ${stored.id} has ended already`, {
        hint: `\`holdpoint attach ${dir}\` shows its result`,
      }),
    );
  }
  await context.services.terminate(controller.pid);
  context.stderr.write(
    `run ${stored.id} (pid ${controller.pid}) was asked to stop: nothing new, and the original comes back\n`,
  );
  const { end, milestones } = await watchRun(context, host, dir, stored);
  if (end === 'left') {
    context.stderr.write('left; the run is still stopping\n');
    return;
  }
  const document = readSummary(dir);
  if (end === 'gone' || document === null) throw notRunning(stored.id, dir);
  const report = sweepReport({ ...stored, document, lines: milestones });
  const ok = document.restored.ok;
  if (options.json)
    printEnvelope(context, { command: 'stop', simulated: report.simulated, ok, data: document });
  else printAnswer(context, report);
  if (!ok) context.setExitCode(23);
};
