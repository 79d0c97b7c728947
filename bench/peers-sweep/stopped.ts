import { setTimeout as sleep } from 'node:timers/promises';
import { processOf } from '../../test/lab/support/processes.ts';
import type { Place } from './place.ts';
import { servedOn } from './served.ts';
import { sweep } from './sweep.ts';
import { type SweepCase, seqs } from './sweep-case.ts';
import { endOf, rowsOf, winnerOf } from './words.ts';

/** TERM to a sweep while its server loads; what it leaves is the stale server of the next sweep on that port. */
export const STOPPED: SweepCase = async (place) => {
  let isSent = false;
  const first = await sweep(place, { name: 'stopped', settings: seqs(2) }, ({ sweep: pid }) => {
    if (isSent || !place.workers().some(isCore)) return;
    process.kill(pid, 'SIGTERM');
    isSent = true;
  });
  const seconds = await untilServed(place);
  const next = await sweep(place, { name: 'stale', settings: seqs(4, 8, 16) });
  const refused = next.output.match(/^OSError: \[Errno 98\] Address already in use/gm)?.length ?? 0;
  return {
    'TERM lost while loading (vLLM)': `TERM to the sweep itself: ${endOf(first)}, its server left loading and ready ${seconds} s later, the stale server of this table`,
    'stale server on the port (vLLM)': `${endOf(next)}; ${rowsOf(next)}, so that ${winnerOf(next)} wins; the one server that answered was one left by an earlier sweep, with ${next.answered.join(', ')}. ${refused} of its own 3 ended with \`Address already in use\`, told on the terminal alone`,
  };
};

const isCore = (pid: number) => /spawn_main|VLLM::EngineCore/.test(processOf(pid)?.command ?? '');

/** Seconds until what is left of a sweep serves. Throws if all of it has ended. */
async function untilServed(place: Place): Promise<string> {
  const begun = performance.now();
  while ((await servedOn(place.port)) === null) {
    if (place.workers().length === 0) throw new Error('its server ended with the sweep');
    await sleep(500);
  }
  return ((performance.now() - begun) / 1000).toFixed(0);
}
