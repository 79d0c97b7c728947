import type { Rules } from '../core/sweep/course.ts';
import type { StoredRun } from './api.ts';

/** By what a run is ordered and decided, as it was fixed with its plan; null: no effort was asked for. */
export function rulesOf({
  configuration,
  options,
}: Pick<StoredRun, 'configuration' | 'options'>): Rules | null {
  const { effort, objective } = configuration;
  return effort === undefined ? null : { effort, seed: options.seed, objective };
}

/** A start of the finals is always a fresh one: neither a server that runs nor a number of an earlier run stands in for it. */
export function isFinal(stored: Pick<StoredRun, 'configuration' | 'options'>, replicate: number): boolean {
  return replicate > 1 && rulesOf(stored) !== null;
}
