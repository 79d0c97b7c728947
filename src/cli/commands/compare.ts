import { FaultError, fault } from '../../core/fault.ts';
import { type ComparedSweep, compareSweeps } from '../../report/compare-sweeps.ts';
import { compareText } from '../../report/compare-text.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import type { Options } from '../options.ts';
import { chosenRun } from '../runs-folder.ts';
import { storedReport } from '../stored-report.ts';

/** Two sweeps, setting by setting, from their folders alone. */
export const compare: CommandFunction = async (context, { operands, options }) => {
  const [first, second] = [
    await comparedSweep(context, options, operands[0]),
    await comparedSweep(context, options, operands[1]),
  ];
  const { simulated } = first.report;
  if (simulated !== second.report.simulated) {
    const message =
      'one of the two is simulated: its numbers are not of this world, and are never set beside real ones';
    throw new FaultError(fault('usage', message, { hint: 'compare two runs of the same kind' }));
  }
  const data = compareSweeps(first, second);
  if (options.json) {
    printEnvelope(context, { command: 'compare', simulated, data });
    return;
  }
  const note = simulated ? ['simulated: no number here comes from a real machine', ''] : [];
  context.stdout.write(`${[...note, ...compareText(data)].join('\n')}\n`);
};

async function comparedSweep(
  context: Context,
  options: Options,
  name: string | undefined,
): Promise<ComparedSweep> {
  const { stored, report } = await storedReport(context, chosenRun(context, options, name));
  return { report, workloads: stored.configuration.workloads };
}
