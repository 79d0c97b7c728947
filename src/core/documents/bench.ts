import type { Fault } from '../fault.ts';
import type { MeasurementBody } from './measurement.ts';

/** One measurement of `bench`. A void one has neither times nor rates. */
export interface BenchMeasurement extends MeasurementBody {
  /** How the load was made: `closed c=4`, `open 2.5/s`, ... */
  readonly load: string;
  /** Raw record of its requests, an absolute path. Neither prompts nor answers stand in it. */
  readonly record_file: string;
  /** Why its numbers say nothing of the server; null: they do. */
  readonly void: Fault | null;
}

/** The `bench` document: a server measured as it is. */
export interface BenchDocument {
  readonly url: string;
  readonly model: string | null;
  readonly dialect: 'completions' | 'chat' | 'sglang-generate' | 'llama-completion';
  readonly prompts: string;
  readonly seed: number;
  /** Absolute path of the folder that holds this document and the records. */
  readonly dir: string;
  readonly measurements: readonly BenchMeasurement[];
  /** What a reader must know of the numbers. */
  readonly notes: readonly string[];
}
