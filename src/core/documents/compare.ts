/** One of the two sides. */
export interface ComparedRun {
  readonly run: string;
  readonly engine: string;
  readonly version: string | null;
  readonly model: string | null;
}

/** The readings of one setting at one point on both sides, a start each, in the unit of the metric. */
export interface ComparedPoint {
  readonly setting_id: string;
  /** Its name in either run. */
  readonly names: readonly [string, string];
  readonly workload: string;
  readonly concurrency: number | null;
  readonly rate: number | null;
  readonly metric: string;
  readonly readings: readonly [readonly number[], readonly number[]];
  /** Second over first, of geometric means of starts; null: one side has no reading above 0. */
  readonly ratio: number | null;
  /** 95 % interval of the ratio; null: a side has fewer than two starts, so that nobody knows how much starts vary. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** One measurement key at least is the same: setting, engine, model, host, workload and sampling all agree. */
  readonly same_key: boolean;
}

/** The `compare` document of two sweeps. */
export interface CompareDocument {
  readonly kind: 'sweeps';
  readonly runs: readonly [ComparedRun, ComparedRun];
  /** What differs between the two beside their readings. */
  readonly differs: readonly { readonly what: string; readonly values: readonly [string, string] }[];
  readonly points: readonly ComparedPoint[];
  /** What stands on one side alone, or is defined in another way on the other. */
  readonly not_compared: readonly { readonly what: string; readonly why: string }[];
}
