import type { Measurement } from '../core/documents/measurement.ts';
import type { StartDocument } from '../core/documents/sweep.ts';

/**
 * Why the numbers of a start may not be what they seem: its memory was not clean, the client was late, or was another one.
 * A late client voids its measurement; those that stand are of runs from before that, or of loads of which nothing was
 * answered.
 */
export function doubtsOf({ suspect, measurements }: StartDocument): readonly string[] {
  const pointOf = ({ workload, concurrency }: Measurement) =>
    concurrency === null ? workload : `${workload} c${concurrency}`;
  const late = measurements.flatMap((one) => {
    if (one.client.verdict !== 'late') return [];
    const { why } = one.client;
    return [`the client was late at ${pointOf(one)}${why === undefined ? '' : `: ${why}`}`];
  });
  const threads = measurements.flatMap((one) =>
    one.client.threads === undefined
      ? []
      : [
          `${pointOf(one)} was not sent from the main thread, which had been late: threads beside it ${one.client.threads}`,
        ],
  );
  return [...suspect, ...late, ...threads];
}
