import { join } from 'node:path';
import type { Configuration } from '../core/config/configuration.ts';
import { priceOf } from '../core/decide/price.ts';
import type { LoadsDocument } from '../core/documents/plan.ts';
import type { StartDocument } from '../core/documents/sweep.ts';
import type { Expectations } from '../core/plan/document.ts';
import type { Plan } from '../core/plan/plan.ts';
import type { StoredRun } from '../run/api.ts';
import { serviceKey } from '../run/service-key.ts';
import { listRuns, readDocument, readSummary } from '../run/store.ts';
import { windowEnd } from '../run/window.ts';

const RUNS_LOOKED_AT = 50;

interface KnownStart {
  readonly setting_id: string;
  readonly start: StartDocument;
}

/** What is known of how long starts of a service take. */
export interface History {
  readonly starts: readonly KnownStart[];
  /** Of the service's own records; only asked for where no run knows anything. */
  readonly loads: LoadsDocument | null;
}

/** What earlier runs say of this service, else what `ask` says. */
export async function historyOf(
  runsDir: string,
  configuration: Configuration,
  ask: () => Promise<LoadsDocument | null>,
): Promise<History> {
  const starts = startsOf(runsDir, configuration);
  if (starts.length === 0) return { starts, loads: await ask() };
  const seconds = starts.map(loadOf).filter((load) => load !== null);
  return { starts, loads: seconds.length === 0 ? null : { source: 'runs', seconds } };
}

/** From that what a plan may take; with an effort, the finals to their last look. */
export function expectationsFrom(
  { starts, loads }: History,
  configuration: Configuration,
  plan: Plan,
  now: number,
): Expectations {
  const load = loads?.source === 'journal' ? median(loads.seconds) : null;
  const usual = median(starts.map(({ start }) => start.durations.measured_s)) ?? load;
  const restore = median(starts.map(({ start }) => start.durations.ready_s)) ?? load;
  const measured = new Map<string, (number | null)[]>();
  for (const { setting_id, start } of starts) {
    measured.set(setting_id, [...(measured.get(setting_id) ?? []), start.durations.measured_s]);
  }
  const expected_s = (trial: { readonly setting_id: string }): number | null =>
    median(measured.get(trial.setting_id) ?? []) ?? usual;
  const each = plan.trials
    .filter((trial) => trial.duplicate_of === null && trial.rejected === null)
    .map(expected_s);
  const effort =
    configuration.effort === undefined
      ? null
      : priceOf(configuration.effort, each.length, plan.baseline !== null);
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

/** The load alone; null: the start did not come so far, or did not say. */
function loadOf({ start }: KnownStart): number | null {
  const { released_s, loaded_s } = start.durations;
  return loaded_s === null ? null : Math.max(0, Math.round(loaded_s - (released_s ?? 0)));
}

/** Measured starts that were really made; one that was adopted or taken over took no time to load. */
function startsOf(runsDir: string, configuration: Configuration): KnownStart[] {
  const service = serviceKey(configuration);
  return listRuns(runsDir)
    .slice(0, RUNS_LOOKED_AT)
    .map((id) => join(runsDir, id))
    .filter((dir) => {
      const stored = readDocument<StoredRun>(dir, 'plan.json');
      return stored !== null && serviceKey(stored.configuration) === service;
    })
    .flatMap((dir) => readSummary(dir)?.trials ?? [])
    .flatMap(({ setting_id, starts }) => starts.map((start) => ({ setting_id, start })))
    .filter(({ start }) => !start.adopted && start.fault === null && start.reused_from === null);
}

function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
