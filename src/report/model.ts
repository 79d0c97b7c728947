import type { Configuration, ObjectiveConfiguration } from '../core/config/configuration.ts';
import type { SweepDocument } from '../core/documents/sweep.ts';
import type { Plan } from '../core/plan/plan.ts';
import type { JournalLine } from '../core/sweep/records.ts';

/** Everything that the reports of one run are made from. Times are ISO instants; null: it did not happen (yet). */
export interface SweepReport {
  readonly document: SweepDocument;
  readonly command: 'sweep' | 'apply';
  readonly simulated: boolean;
  readonly name: string;
  readonly configuration_file: string;
  readonly objective: ObjectiveConfiguration;
  readonly undo: readonly string[];
  readonly begun_at: string | null;
  readonly restored_at: string | null;
  readonly ended_at: string | null;
  /** The file of ours with which the original runs; null: it runs by the service's own definition. */
  readonly kept_by: string | null;
  /** It keeps not all that its settings need, so that it cannot be resumed. */
  readonly sealed: boolean;
  readonly about: About;
}

/** What was measured, as far as it is known; null: no server said so. */
export interface About {
  readonly engine: string;
  readonly version: string | null;
  readonly model: string | null;
  readonly holdpoint: string | null;
}

export interface ReportSource {
  readonly document: SweepDocument;
  readonly lines: readonly JournalLine[];
  readonly command: 'sweep' | 'apply';
  readonly configuration: Configuration;
  readonly plan: Plan;
  readonly sealed?: boolean;
}

export function sweepReport(source: ReportSource): SweepReport {
  const { document, lines, command, configuration, plan, sealed = false } = source;
  const begun = lines.find((line) => line.record.type === 'sweep.begun');
  return {
    document,
    command,
    simulated: begun?.record.type === 'sweep.begun' && begun.record.simulated,
    name: configuration.name,
    configuration_file: configuration.file,
    objective: configuration.objective,
    undo: plan.undo,
    begun_at: begun?.wall ?? null,
    restored_at: lastWall(lines, 'restored'),
    ended_at: lastWall(lines, 'sweep.ended'),
    kept_by: keptBy(lines),
    sealed,
    about: aboutOf(configuration, lines),
  };
}

function aboutOf({ engine, model }: Configuration, lines: readonly JournalLine[]): About {
  const said = lines.flatMap(({ record }) => (record.type === 'change.ended' ? [record.result] : []));
  const begun = lines.find((line) => line.record.type === 'sweep.begun')?.record;
  return {
    engine,
    version: said.findLast(({ version }) => version !== null)?.version ?? null,
    model: said.findLast((result) => result.model !== null)?.model ?? model,
    holdpoint: begun?.type === 'sweep.begun' ? begun.holdpoint_version : null,
  };
}

function keptBy(lines: readonly JournalLine[]): string | null {
  const record = lines.findLast((line) => line.record.type === 'restored')?.record;
  return record?.type === 'restored' ? (record.kept_by ?? null) : null;
}

function lastWall(lines: readonly JournalLine[], type: JournalLine['record']['type']): string | null {
  return lines.findLast((line) => line.record.type === type)?.wall ?? null;
}
