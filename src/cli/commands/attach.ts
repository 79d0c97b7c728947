import { FaultError, fault } from '../../core/fault.ts';
import { sweepReport } from '../../report/model.ts';
import { openRun, readSummary } from '../../run/store.ts';
import { printAnswer } from '../answer.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';
import { requireLinux } from '../linux.ts';
import { chosenRun } from '../runs-folder.ts';
import { watchRun } from '../watch.ts';

export const attach: CommandFunction = async (context, { operands, options }) => {
  requireLinux(context, 'attach');
  const dir = chosenRun(context, options, operands[0]);
  const stored = openRun(dir);
  const { end, milestones } = await watchRun(context, await context.services.ownMachine(), dir, stored);
  if (end === 'left') {
    context.stderr.write(`left; run ${stored.id} goes on\n`);
    if (options.json) printEnvelope(context, { command: 'attach', data: { id: stored.id, dir, end } });
    return;
  }
  const document = readSummary(dir);
  if (end === 'gone' || document === null) throw notRunning(stored.id, dir);
  const report = sweepReport({ ...stored, document, lines: milestones });
  if (options.json)
    printEnvelope(context, { command: 'attach', simulated: report.simulated, data: document });
  else printAnswer(context, report);
};

export function notRunning(id: string, dir: string): FaultError {
  const hint = `\`holdpoint resume ${dir}\` goes on with it, \`holdpoint restore ${dir}\` puts the original back`;
  return new FaultError(fault('usage', `run ${id} has not ended, and its process is gone`, { hint }));
}
