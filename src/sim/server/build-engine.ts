import { DecodeModel } from '../draft/decode.ts';
import { Engine } from './engine/engine.ts';
import { Speed } from './engine/speed.ts';
import { exclamations, plausible, undecodable, type Writer } from './engine/text.ts';
import type { Launch } from './launch.ts';

/** The engine of a server whose memory has been measured. */
export function buildEngine(launch: Launch): Engine {
  const { draft, max_running_requests, max_prefill_tokens, radix_cache, cuda_graph, decode_log_interval } =
    launch.arguments;
  const { time, faults } = launch.machine;
  return new Engine({
    now: () => time.now(),
    after: (delay, run) => launch.timers.after(delay, run),
    model: new DecodeModel({ ...draft, random: launch.random.fork('draft') }),
    speed: new Speed({ random: launch.random.fork('speed'), faults, start: launch.start }),
    writer: writerOf(launch),
    log: {
      interval: decode_log_interval,
      draft_tokens: draft.algorithm === 'none' ? null : Math.max(1, draft.block - 1),
      cuda_graph,
      say: (text) => {
        const [first] = launch.ranks;
        if (first !== undefined) launch.sayAs(first, text);
      },
    },
    max_running_requests,
    capacity_tokens: launch.memory.cache_tokens,
    max_prefill_tokens,
    radix_cache,
  });
}

/** The fault `garbage` writes one of two kinds of it, by the number of the start. */
function writerOf(launch: Launch): Writer {
  if (launch.fault('garbage') === null) return plausible;
  return launch.start % 2 === 0 ? exclamations : undecodable;
}
