import type { StartDocument } from '../core/documents/sweep.ts';

/**
 * Why the numbers of a start may not be what they seem: its memory was not clean, or the client was late. A late client voids
 * its measurement; those that stand are of runs from before that, or of loads of which nothing was answered.
 */
export function doubtsOf({ suspect, measurements }: StartDocument): readonly string[] {
  const late = measurements.flatMap(({ workload, concurrency, client }) => {
    if (client.verdict !== 'late') return [];
    const point = concurrency === null ? workload : `${workload} c${concurrency}`;
    return [`the client was late at ${point}${client.why === undefined ? '' : `: ${client.why}`}`];
  });
  return [...suspect, ...late];
}
