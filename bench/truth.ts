import type { Figure, Row } from './row.ts';
import { HOLDPOINT, latenessIn } from './truth/holdpoint.ts';
import { openLoopFigures } from './truth/open-loop-figures.ts';
import { pointFigures } from './truth/point-figures.ts';
import { OPEN_LOOP, POINTS, type Point } from './truth/points.ts';
import { PINNED, type Ran, runTool } from './truth/run-tool.ts';

const RUNS = 5;

/** `streams`: the points with so many streams alone, and one run of them: some seconds each. null: everything. */
export function truthRow(streams: readonly number[] | null): Row {
  const points = POINTS.filter(({ one }) => streams === null || streams.includes(one.streams ?? 0));
  if (points.length === 0) throw new Error(`no point has ${streams?.join(' or ')} streams`);
  const runs = streams === null ? RUNS : 1;
  return {
    name: 'truth',
    how: `\`holdpoint bench\` against the log of its own mock server, ${PINNED ? 'on a core each' : 'on any core'}; medians of ${runs} interleaved runs; the server's own arrival queue is taken off; an error is what is reported less what was sent, each as the same statistic`,
    async measure() {
      const closed = await closedLoop(points, runs);
      return streams === null ? [...closed, ...(await openLoop())] : closed;
    },
  };
}

/** Interleaved: what disturbs the machine for a while disturbs all points alike. */
async function closedLoop(points: readonly Point[], runs: number): Promise<readonly Figure[]> {
  const found = points.map((): Ran[] => []);
  for (let run = 0; run < runs; run++)
    for (const [at, { one }] of points.entries())
      found[at]?.push(await runTool(HOLDPOINT, one, (ran) => ran));
  return points.flatMap((point, at) => pointFigures(point, found[at] ?? []));
}

function openLoop(): Promise<readonly Figure[]> {
  const mean_gap_ms = 1000 / (OPEN_LOOP.rate_per_s ?? Number.NaN);
  return runTool(HOLDPOINT, OPEN_LOOP, (ran, job) => openLoopFigures(ran, latenessIn(job), mean_gap_ms));
}
