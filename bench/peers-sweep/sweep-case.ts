import type { RowName } from '../../test/lab/engines/evidence-table.ts';
import type { Place } from './place.ts';

/** What the sweep of vLLM did and recorded, in words, by the fault of the table. */
export type Told = Readonly<Partial<Record<RowName, string>>>;

/** Plays a fault for the sweep of vLLM. Throws if the fault did not come about. */
export type SweepCase = (place: Place) => Promise<Told>;

/** Settings that a sweep tries, as it wants them. */
export const seqs = (...values: readonly number[]) =>
  Object.fromEntries(values.map((value) => [`seqs${value}`, { max_num_seqs: value }]));
