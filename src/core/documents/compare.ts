import type { Interval } from './measurement.ts';

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

/** Where the numbers of one side of a comparison of results come from. */
export interface ComparedSource {
  /** A file, or the folder of a bench. */
  readonly source: string;
  readonly tool: 'holdpoint' | 'sglang' | 'vllm' | 'aiperf' | 'guidellm';
  /** By whose formulas the numbers are: raw records of `bench` are computed again by those of the other side's tool. */
  readonly formulas: ComparedSource['tool'];
  readonly model: string | null;
  /** Of all its runs; null: the file does not say. */
  readonly ok: number | null;
  readonly failed: number | null;
}

/** One number on both sides. */
export interface ComparedMetric {
  /** `c4`, `2.5/s`, or `not said`. */
  readonly load: string;
  /** Id of its definition, and its statistic: `ttft.first_token.v1 p50`. */
  readonly metric: string;
  /** One for each run of that side. */
  readonly readings: readonly [readonly number[], readonly number[]];
  /** 95 % interval within the one run of a side; null: several runs, or the file does not allow one. */
  readonly within: readonly [Interval | null, Interval | null];
  /** Second over first; null: one side has no reading above 0. */
  readonly ratio: number | null;
  /** 95 % interval of the ratio over runs; null: a side has fewer than two, so that nobody knows how much they vary. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** The `compare` document of two benches or result files. */
export interface CompareResultsDocument {
  readonly kind: 'results';
  readonly sides: readonly [ComparedSource, ComparedSource];
  readonly differs: CompareDocument['differs'];
  readonly metrics: readonly ComparedMetric[];
  readonly not_compared: CompareDocument['not_compared'];
}
