import type { Program, Self } from '../machine.ts';
import { endCrashed } from './failure/end-crashed.ts';
import type { Launch, Rank } from './launch.ts';
import { PACKAGES } from './log/python.ts';

/** Starts the processes that the server is made of: a scheduler for each rank, and the detokenizer. */
export function startWorkers(launch: Launch): void {
  const ranks: Rank[] = [];
  for (let index = 0; index < launch.arguments.tp_size; index++) {
    const self = launch.self.fork(
      [`sglang::scheduler_TP${index}`],
      worker(launch, { name: `scheduler_${index}`, rank: index }),
    );
    ranks.push({ index, self });
    self.write(
      `${PACKAGES}/sglang/srt/utils/hf_transformers_utils.py:471: FutureWarning: The cuda.cudart module is deprecated and will be removed in a future release, please switch to use the cuda.bindings.runtime module instead.\n`,
    );
  }
  launch.ranks = ranks;
  launch.detokenizer = launch.self.fork(
    ['sglang::detokenizer'],
    worker(launch, { name: 'detokenizer', rank: 0 }),
  );
  launch.detokenizer.use({ rss_bytes: 1.05e9, cpu_per_s: 0.02 });
}

/**
 * One worker. A signal that the whole control group gets is left to the main process once that has a handler of its
 * own. A worker that dies of something else takes the server with it.
 */
function worker(launch: Launch, { name, rank }: { readonly name: string; readonly rank: number }): Program {
  let pid = 0;
  return {
    start(self: Self) {
      pid = self.pid;
    },
    signal: (signal) => launch.self.alive && launch.mayIgnore(signal),
    ended(exit) {
      if (!launch.self.alive || launch.ending) return;
      const code = exit.signal === null ? exit.code : -SIGNAL_NUMBERS[exit.signal];
      if (launch.condition === 'loading')
        launch.say(`Rank ${rank} scheduler died during initialization (exit code: ${code}).`);
      else
        launch.say(
          `Subprocess ${name} (pid=${pid}) crashed with exit code ${code}. Triggering SIGQUIT for cleanup...`,
        );
      endCrashed(launch);
    },
  };
}

const SIGNAL_NUMBERS = { HUP: 1, INT: 2, QUIT: 3, KILL: 9, TERM: 15, CONT: 18, STOP: 19 } as const;
