import type { DecisionDocument, TrialStatus } from '../../../src/core/documents/sweep.ts';
import type { FaultClass, FaultName } from '../../../src/core/fault.ts';
import type { FaultSpec } from '../../../src/sim/faults/book.ts';
import type { SimulatedSweep } from '../../helpers/simulated-sweep.ts';

/** One fault of the simulated host and what must come of it, as the specification says it. */
export interface Row {
  readonly faults: readonly (string | FaultSpec)[];
  /** What happens on the host. */
  readonly host: string;
  /** What must come, and why: the specification's section in brackets. */
  readonly why: string;
  /** Settings of the story, the baseline first; 2 unless given. */
  readonly settings?: number;
  readonly seed?: number;
  /** Requests and tokens of each measurement; few unless given. */
  readonly load?: { readonly requests: number; readonly max_tokens: number; readonly concurrency?: number };
  readonly stop_ms?: number;
  /** Of each trial that does not simply come through: how it ended, and the faults of its starts (null: it was measured). */
  readonly trials: Readonly<Record<string, Outcome>>;
  /** What ended the run, where something did. */
  readonly ended_by?: Named;
  readonly exit: number;
  readonly decision: DecisionDocument['kind'];
  readonly original: 'back' | 'never touched' | 'not back';
  /** What Holdpoint did where no fault tells it; `also` must hold it. */
  readonly did?: string;
  /** Beyond that. Throws where it does not hold. */
  readonly also?: (sweep: SimulatedSweep) => void;
  /** What is not as good as it should be. */
  readonly weakness?: string;
}

export interface Outcome {
  readonly status: TrialStatus;
  readonly starts: readonly (Named | null)[];
}

/** A fault by name and class, with those of its data that must be there. */
export interface Named {
  readonly name: FaultName;
  readonly class: FaultClass;
  readonly data?: Readonly<Record<string, unknown>>;
}

export const named = (name: FaultName, cls: FaultClass, data: Named['data'] = {}): Named => ({
  name,
  class: cls,
  data,
});
export const failed = (...starts: readonly (Named | null)[]): Outcome => ({ status: 'failed', starts });
export const measured = (...starts: readonly (Named | null)[]): Outcome => ({ status: 'measured', starts });
export const pending = (...starts: readonly (Named | null)[]): Outcome => ({ status: 'pending', starts });
/** The baseline: adopted, and measured again at the end unless the run ended before. */
export const FIRST_READING = measured(null);
export const BOTH_READINGS = measured(null, null);
