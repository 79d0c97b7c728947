import { SECOND } from '../../../core/units.ts';
import type { Launch, Rank } from '../launch.ts';
import { type Frame, traceback } from '../log/python.ts';
import { endCrashed } from './end-crashed.ts';

/** The error of one rank, as Python raises it. */
export interface RankError {
  readonly frames: readonly Frame[];
  /** The last line, with the class of the error. */
  readonly error: string;
}

/** How long other ranks need to notice that one is gone. */
const NOTICED_WITHIN = 3 * SECOND;

/**
 * One rank fails; the first line in the log is the cause. The others notice by their collectives, which is only a
 * consequence; then the main process ends everything.
 */
export function failRank(launch: Launch, rank: Rank, { frames, error }: RankError): void {
  if (launch.ending || launch.failing) return;
  launch.failing = true;
  launch.timers.clear();
  launch.engine?.halt();
  // the bar of the first rank has no end of line yet
  launch.ranks[0]?.self.write('\n');
  launch.sayAs(rank, `Scheduler hit an exception: ${traceback(frames, error)}`);
  const others = launch.ranks.filter((other) => other !== rank);
  for (const other of others.slice(0, 1 + launch.random.integer(Math.max(1, others.length))))
    launch.timers.after(NOTICED_WITHIN * launch.random.uniform(), () =>
      other.self.write(
        `[rank${other.index}]:[E ProcessGroupNCCL.cpp:1895] [PG ID 2 PG GUID 3 Rank ${other.index}] Process group watchdog thread terminated with exception: NCCL error: remote process exited or there was a network error, NCCL version 2.27.5\n`,
      ),
    );
  launch.timers.after(NOTICED_WITHIN, () => endCrashed(launch));
}
