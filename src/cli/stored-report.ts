import type { SweepDocument } from '../core/documents/sweep.ts';
import { FaultError, fault } from '../core/fault.ts';
import { redactor } from '../core/secrets.ts';
import { sweepDocument } from '../core/sweep/document.ts';
import type { JournalLine } from '../core/sweep/records.ts';
import { replay } from '../core/sweep/replay.ts';
import { type SweepReport, sweepReport } from '../report/model.ts';
import type { StoredRun } from '../run/api.ts';
import { decideSweep } from '../run/decide.ts';
import { openRun, readSecrets } from '../run/store.ts';
import type { Context } from './context.ts';

export interface StoredReport {
  readonly stored: StoredRun;
  readonly report: SweepReport;
}

/**
 * What a run folder tells by itself, also of a run that goes on or has died: its journal is replayed, and nothing that
 * it names is executed or read. Faults: `usage` (no run folder, or one of another version), `permission`,
 * `journal-failed`.
 */
export async function storedReport(context: Context, dir: string): Promise<StoredReport> {
  const stored = openRun(dir);
  const lines = await context.services.journal(dir);
  const document = await checked(dir, () => documentOf(dir, stored, lines));
  const report = sweepReport({ ...stored, document, lines });
  return { stored, report: redactor(readSecrets(dir)).json(report) };
}

function documentOf(dir: string, stored: StoredRun, lines: readonly JournalLine[]): SweepDocument {
  const state = replay(stored, lines);
  const ended = lines.findLast(({ record }) => record.type === 'sweep.ended')?.record;
  const decision =
    state.ended !== null && ended?.type === 'sweep.ended' ? ended.decision : decideSweep(state, stored);
  return sweepDocument(state, dir, decision);
}

/** A folder that was received may hold anything: what does not have the form of a run is refused before it is shown. */
async function checked(dir: string, make: () => SweepDocument): Promise<SweepDocument> {
  const { sweepSchema } = await import('../core/documents/schemas/sweep.ts');
  const hint = 'use the version of Holdpoint that wrote it; its plan.json and events.jsonl stay as they are';
  try {
    const document = make();
    const problem = sweepSchema.safeParse(document).error?.issues[0];
    if (problem === undefined) return document;
    const place = problem.path.join('.');
    throw new FaultError(
      fault('usage', `${dir} is no run of this version: ${place}: ${problem.message}`, { hint }),
    );
  } catch (error) {
    if (error instanceof FaultError) throw error;
    const message = `${dir} is no run of this version: its records cannot be followed (${(error as Error).message})`;
    throw new FaultError(fault('usage', message, { hint }));
  }
}
