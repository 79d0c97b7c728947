import type { Effective, ReadBackSources, WantedFlag } from './definition.ts';
import { effectiveFromEnvironment } from './environment.ts';
import type { Observed } from './observed.ts';
import { effectiveFromReport } from './report-key.ts';
import { sameValue } from './values.ts';

/** What an engine itself says about one claim; null: nothing beyond argv and environment. */
export type EngineReading = (wanted: WantedFlag) => Effective | null;

/**
 * Reads every claim back from its strongest source: the key that the user named (in the report, else in what the engine
 * logged), then the engine's own rule, then the process itself. A parameter that moves several flags has one row for each: `draft.--spec-type`.
 */
export function readBack(
  claims: readonly WantedFlag[],
  sources: ReadBackSources,
  report_paths: readonly string[],
  engine: EngineReading,
  argv: (claim: WantedFlag, flag: string) => Effective,
  log: (key: string) => Observed | null = () => null,
): Readonly<Record<string, Effective>> {
  const rows: Record<string, Effective> = {};
  for (const claim of claims) {
    const shared = claims.filter((c) => c.parameter === claim.parameter).length > 1;
    const key = shared ? `${claim.parameter}.${claim.flag ?? claim.env}` : claim.parameter;
    rows[key] = one(claim);
  }
  return rows;

  function one(claim: WantedFlag): Effective {
    if (claim.report !== null) return named(claim.wanted, claim.report);
    const said = engine(claim);
    if (said !== null) return said;
    if (claim.flag !== null) return argv(claim, claim.flag);
    return effectiveFromEnvironment(claim.wanted, claim.env ?? '', sources.env);
  }

  function named(wanted: WantedFlag['wanted'], key: string): Effective {
    const reported = effectiveFromReport(wanted, key, sources.documents, report_paths);
    const logged = reported.source === null ? log(key) : null;
    if (logged === null) return reported;
    const { value, source, evidence } = logged;
    return { wanted, got: value, rule: 'equal', source, agrees: sameValue(wanted, value), evidence };
  }
}
