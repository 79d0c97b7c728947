import type { CompareResultsDocument } from '../../core/documents/compare.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { compareResults } from '../../report/compare-results.ts';
import { compareResultsText } from '../../report/compare-results-text.ts';
import { type ComparedSweep, compareSweeps } from '../../report/compare-sweeps.ts';
import { compareText } from '../../report/compare-text.ts';
import type { CommandFunction } from '../command.ts';
import { benchSide, type Results, resultsAt } from '../comparison/results-side.ts';
import type { Context } from '../context.ts';
import { printEnvelope } from '../envelope.ts';
import type { Options } from '../options.ts';
import { chosenRun } from '../runs-folder.ts';
import { storedReport } from '../stored-report.ts';

/** Two sweeps, setting by setting, or two benches or result files, number by number; from what they hold alone. */
export const compare: CommandFunction = async (context, input) => {
  const results = await comparedResults(context, input.operands);
  if (results === null) return sweeps(context, input);
  if (input.options.json) {
    printEnvelope(context, { command: 'compare', data: results });
    return;
  }
  context.stdout.write(`${compareResultsText(results).join('\n')}\n`);
};

/** null: both are runs. Fault: `usage` (a run beside a result). */
async function comparedResults(
  context: Context,
  [a = '', b = '']: readonly string[],
): Promise<CompareResultsDocument | null> {
  const [first, second] = [await resultsAt(context, a), await resultsAt(context, b)];
  if (first === null && second === null) return null;
  if (first === null || second === null) {
    const hint = 'compare two runs, or two benches or result files';
    throw new FaultError(
      fault('usage', `${first === null ? a : b} is no result, and the other is one`, { hint }),
    );
  }
  if (first.kind === 'bench' && second.kind === 'bench')
    return compareResults(benchSide(first.document, null), benchSide(second.document, null));
  const tool = first.kind === 'file' ? first.side.tool : second.kind === 'file' ? second.side.tool : null;
  const sideOf = (results: Results) =>
    results.kind === 'file' ? results.side : benchSide(results.document, tool);
  return compareResults(sideOf(first), sideOf(second));
}

const sweeps: CommandFunction = async (context, { operands, options }) => {
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
