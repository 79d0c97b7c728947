import { DecodeModel } from '../draft/decode.ts';
import type { FaultName } from '../faults/book.ts';
import { Engine } from './engine/engine.ts';
import { Speed } from './engine/speed.ts';
import type { Task } from './engine/task.ts';
import { exclamations, plausible, saying, undecodable, type Writer } from './engine/text.ts';
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

/** A batch that is larger than this is what `garbage-when-busy` does not get right. */
const BUSY = 16;
/** With `wrong-answers` every sum that this divides is one too many. */
const WRONG_EVERY = 16;

/** The fault `garbage` writes one of two kinds of it, by the number of the start. */
function writerOf(launch: Launch): (task: Task, running: number) => Writer {
  const is = (name: FaultName) => launch.fault(name) !== null;
  const garbage = launch.start % 2 === 0 ? exclamations : undecodable;
  const [broken, busy, wrong] = [is('garbage'), is('garbage-when-busy'), is('wrong-answers')];
  return ({ answer }, running) => {
    if (broken || (busy && running > BUSY)) return garbage;
    if (answer === null) return plausible;
    return saying(wrong && Number(answer) % WRONG_EVERY === 0 ? String(Number(answer) + 1) : answer);
  };
}
