import { join } from 'node:path';
import type { Configuration } from '../core/config/configuration.ts';
import type { EvaluationDocument } from '../core/documents/evaluation.ts';
import type { EffortDocument, LoadsDocument } from '../core/documents/plan.ts';
import type { StartDocument, TrialDocument } from '../core/documents/sweep.ts';
import type { Expectations } from '../core/plan/document.ts';
import { isRun, type Plan } from '../core/plan/plan.ts';
import type { StoredRun } from '../run/api.ts';
import { listRuns } from '../run/find-run.ts';
import { serviceKey } from '../run/service-key.ts';
import { readDocument, readSummary } from '../run/store.ts';
import { windowEnd } from '../run/window.ts';

const RUNS_LOOKED_AT = 50;

interface KnownStart {
  readonly setting_id: string;
  readonly start: StartDocument;
}

/** What is known of how long starts of a service take. */
export interface History {
  readonly starts: readonly KnownStart[];
  /** How answers were judged before. */
  readonly evaluations: readonly EvaluationDocument[];
  /** Of the service's own records; only asked for where no run knows anything. */
  readonly loads: LoadsDocument | null;
}

/** What earlier runs say of this service, else what `ask` says. */
export async function historyOf(
  runsDir: string,
  configuration: Configuration,
  ask: () => Promise<LoadsDocument | null>,
): Promise<History> {
  const trials = trialsOf(runsDir, configuration);
  const starts = startsOf(trials);
  const evaluations = trials.flatMap(({ evaluation }) => evaluation ?? []);
  if (starts.length === 0) return { starts, evaluations, loads: await ask() };
  const seconds = starts.map(loadOf).filter((load) => load !== null);
  return { starts, evaluations, loads: seconds.length === 0 ? null : { source: 'runs', seconds } };
}

/** From that what a plan may take; with an effort, the finals to their last look. */
export async function expectationsFrom(
  { starts, loads }: History,
  configuration: Configuration,
  plan: Plan,
  now: number,
): Promise<Expectations> {
  const load = loads?.source === 'journal' ? median(loads.seconds) : null;
  const usual = median(starts.map(({ start }) => start.durations.measured_s)) ?? load;
  const restore = median(starts.map(({ start }) => start.durations.ready_s)) ?? load;
  const measured = new Map<string, (number | null)[]>();
  for (const { setting_id, start } of starts) {
    measured.set(setting_id, [...(measured.get(setting_id) ?? []), start.durations.measured_s]);
  }
  const expected_s = (trial: { readonly setting_id: string }): number | null =>
    (measured.size === 0 ? null : median(measured.get(trial.setting_id) ?? [])) ?? usual;
  const each = plan.trials.filter(isRun).map(expected_s);
  const effort = await effortOf(configuration, each.length, plan.baseline !== null);
  const finals = effort?.final_starts_at_most ?? 0;
  const known = each.every((seconds) => seconds !== null) && (finals === 0 || usual !== null);
  const end = windowEnd(configuration.window, now);
  const fits =
    end === null || usual === null ? null : new Date(end - (usual + (restore ?? 0)) * 1000).toISOString();
  return {
    expected_s,
    effort,
    expected_total_s:
      known && each.length > 0
        ? each.reduce((sum, seconds) => sum + seconds, (restore ?? 0) + finals * (usual ?? 0))
        : null,
    last_start: fits,
    loads,
  };
}

/** The statistics behind it are loaded only where they are asked for. */
async function effortOf(
  { effort }: Configuration,
  settings: number,
  hasBaseline: boolean,
): Promise<EffortDocument | null> {
  if (effort === undefined) return null;
  const { priceOf } = await import('../core/decide/price.ts');
  return priceOf(effort, settings, hasBaseline);
}

/** The load alone; null: the start did not come so far, or did not say. */
function loadOf({ start }: KnownStart): number | null {
  const { released_s, loaded_s } = start.durations;
  return loaded_s === null ? null : Math.max(0, Math.round(loaded_s - (released_s ?? 0)));
}

function trialsOf(runsDir: string, configuration: Configuration): readonly TrialDocument[] {
  const service = serviceKey(configuration);
  return listRuns(runsDir)
    .slice(0, RUNS_LOOKED_AT)
    .map((id) => join(runsDir, id))
    .filter((dir) => {
      const stored = readDocument<StoredRun>(dir, 'plan.json');
      return stored !== null && serviceKey(stored.configuration) === service;
    })
    .flatMap((dir) => readSummary(dir)?.trials ?? []);
}

/** Measured starts that were really made; one that was adopted or taken over took no time to load. */
function startsOf(trials: readonly TrialDocument[]): KnownStart[] {
  return trials
    .flatMap(({ setting_id, starts }) => starts.map((start) => ({ setting_id, start })))
    .filter(({ start }) => !start.adopted && start.fault === null && start.reused_from === null);
}

function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
