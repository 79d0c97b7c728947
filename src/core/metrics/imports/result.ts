import type { Interval } from '../../documents/measurement.ts';

export type ImportTool = 'holdpoint' | 'sglang' | 'vllm' | 'aiperf' | 'guidellm';

/** One number of a result. Two are the same thing only where their metrics are equal. */
export interface ImportedMetric {
  /** Id of the definition, and the statistic where it is one of a distribution: `ttft.first_token.v1 p50`. */
  readonly metric: string;
  readonly value: number;
  /** 95 % interval within the one run; null: the file does not allow one. */
  readonly interval: Interval | null;
}

/** One measured load, as a result file tells it; null: it does not say. */
export interface ImportedRun {
  readonly tool: ImportTool;
  readonly model: string | null;
  /** null: not a closed loop, or not said. */
  readonly concurrency: number | null;
  /** Requests a second; null: no schedule, or not said. */
  readonly rate: number | null;
  readonly ok: number | null;
  readonly failed: number | null;
  readonly metrics: readonly ImportedMetric[];
}

export type Json = Readonly<Record<string, unknown>>;

/** The value at a path of own keys; undefined: there is none. */
export function valueIn(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Json)[key];
  }
  return found;
}

/** A finite number at a path; null: there is none. */
export function numberIn(value: unknown, ...path: readonly string[]): number | null {
  const found = valueIn(value, ...path);
  return typeof found === 'number' && Number.isFinite(found) ? found : null;
}

/** Without those that the file does not have. */
export function metricsOf(
  values: readonly (readonly [metric: string, value: number | null, interval?: Interval | null])[],
): readonly ImportedMetric[] {
  return values.flatMap(([metric, value, interval = null]) =>
    value === null ? [] : [{ metric, value, interval }],
  );
}
