import type { Effective, ReadBackSources, WantedFlag } from './definition.ts';
import { effectiveFromEnvironment } from './environment.ts';
import { effectiveFromReport } from './report-key.ts';

/** What an engine itself says about one claim; null: nothing beyond argv and environment. */
export type EngineReading = (wanted: WantedFlag) => Effective | null;

/**
 * Reads every claim back from its strongest source: the key that the user named, then the engine's own rule, then the
 * process itself. A parameter that moves several flags has one row for each: `draft.--spec-type`.
 */
export function readBack(
  claims: readonly WantedFlag[],
  sources: ReadBackSources,
  report_paths: readonly string[],
  engine: EngineReading,
  argv: (claim: WantedFlag, flag: string) => Effective,
): Readonly<Record<string, Effective>> {
  const rows: Record<string, Effective> = {};
  for (const claim of claims) {
    const shared = claims.filter((c) => c.parameter === claim.parameter).length > 1;
    const key = shared ? `${claim.parameter}.${claim.flag ?? claim.env}` : claim.parameter;
    rows[key] = one(claim);
  }
  return rows;

  function one(claim: WantedFlag): Effective {
    if (claim.report !== null)
      return effectiveFromReport(claim.wanted, claim.report, sources.documents, report_paths);
    const said = engine(claim);
    if (said !== null) return said;
    if (claim.flag !== null) return argv(claim, claim.flag);
    return effectiveFromEnvironment(claim.wanted, claim.env ?? '', sources.env);
  }
}
