import { join } from 'node:path';
import type { Configuration } from '../core/config/configuration.ts';
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

/** What earlier runs of this service say about how long its starts take. */
export function expectationsFrom(
  runsDir: string,
  configuration: Configuration,
  plan: Plan,
  now: number,
): Expectations {
  const starts = startsOf(runsDir, configuration);
  const usual = median(starts.map(({ start }) => start.durations.measured_s));
  const restore = median(starts.map(({ start }) => start.durations.ready_s));
  const measured = new Map<string, (number | null)[]>();
  for (const { setting_id, start } of starts) {
    measured.set(setting_id, [...(measured.get(setting_id) ?? []), start.durations.measured_s]);
  }
  const expected_s = (trial: { readonly setting_id: string }): number | null =>
    median(measured.get(trial.setting_id) ?? []) ?? usual;
  const each = plan.trials
    .filter((trial) => trial.duplicate_of === null && trial.rejected === null)
    .map(expected_s);
  const known = each.every((seconds) => seconds !== null);
  const end = windowEnd(configuration.window, now);
  const fits =
    end === null || usual === null ? null : new Date(end - (usual + (restore ?? 0)) * 1000).toISOString();
  return {
    expected_s,
    expected_total_s:
      known && each.length > 0 ? each.reduce((sum, seconds) => sum + seconds, restore ?? 0) : null,
    last_start: fits,
  };
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
