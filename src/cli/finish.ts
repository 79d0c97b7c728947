import { FaultError } from '../core/fault.ts';
import { type SweepReport, sweepReport } from '../report/model.ts';
import { morningLine } from '../report/morning-line.ts';
import type { RunResult, StoredRun } from '../run/api.ts';
import type { Ports } from '../run/ports.ts';
import { printAnswer } from './answer.ts';
import type { Context } from './context.ts';
import { printEnvelope } from './envelope.ts';
import { faultText } from './fault-text.ts';
import type { Options } from './options.ts';
import { definitionsIn, redactorFor } from './redaction.ts';
import { writeReports } from './write-reports.ts';

export interface Finished {
  readonly command: string;
  readonly stored: StoredRun;
  readonly dir: string;
  readonly ports: Ports;
  readonly result: RunResult;
  /** False: the run folder is removed afterwards, and not told of. */
  readonly kept?: boolean;
}

/** Everything after a run: the reports in its folder, the answer on stdout, the exit code. */
export async function finish(context: Context, options: Options, finished: Finished): Promise<void> {
  const { command, stored, dir, ports, result } = finished;
  const lines = await ports.readJournal(dir).catch(ignoringFaults([]));
  const redact = redactorFor(ports, definitionsIn(stored.plan));
  const document = redact.json(result.document);
  const fault = redact.json(result.fault);
  const report = sweepReport({ ...stored, sealed: result.sealed, document, lines });
  writeOrSay(context, dir, report);
  context.setExitCode(result.exit_code);
  if (options.json) {
    const ok = result.exit_code === 0;
    printEnvelope(context, { command, simulated: report.simulated, ok, data: document, error: fault });
    return;
  }
  const told =
    !options.events && context.stdout.isTTY && document.faults.some((f) => f.message === fault?.message);
  if (fault !== null && !told) context.stderr.write(faultText(fault));
  if (!options.events) printAnswer(context, report, finished.kept ?? true);
  // for whoever watches while the answer goes into a file or a pipe
  if (options.events || (!context.stdout.isTTY && context.stderr.isTTY))
    context.stderr.write(`${morningLine(report)}\n`);
}

/** A full disk must not hide the result that was just made: it is said, and the answer still printed. */
function writeOrSay(context: Context, dir: string, report: SweepReport): void {
  try {
    writeReports(dir, report);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    context.stderr.write(faultText(error.fault));
  }
}

function ignoringFaults<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof FaultError) return instead;
    throw error;
  };
}
