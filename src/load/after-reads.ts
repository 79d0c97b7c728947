/** What an answer makes to be done, in the order of its urgency: parse what was read, send the next request, keep the answer. */
export type Task = 'parse' | 'send' | 'keep';

/** Does it when all that can be read now has been read, and nothing more urgent is left. */
export type AfterReads = (work: () => void, task: Task) => void;

/** So many answers may wait to be kept: a client that always has something to send would never come to it. */
const MOST_TO_KEEP = 256;

/**
 * In the turn of the event loop that follows the reads, so that what an event costs to parse delays the time of no other
 * that came with it, nor the end of one answer the next request of another. The ends of many come together and take
 * long, with all that they set going: of them each turn does one, before which is read what has come meanwhile.
 */
export function afterReads(): AfterReads {
  let parsing: (() => void)[] = [];
  const ending: Record<Exclude<Task, 'parse'>, (() => void)[]> = { send: [], keep: [] };
  let planned = false;
  const go = () => {
    const parse = parsing;
    parsing = [];
    for (const work of parse) work();
    const { send, keep } = ending;
    const sends = send.length > 0 && keep.length < MOST_TO_KEEP;
    (sends ? send : keep).shift()?.();
    planned = parsing.length + ending.send.length + ending.keep.length > 0;
    if (planned) setImmediate(go);
  };
  return (work, task) => {
    (task === 'parse' ? parsing : ending[task]).push(work);
    if (planned) return;
    planned = true;
    setImmediate(go);
  };
}

/** Of a client in virtual time, which stands still while it works. */
export const AT_ONCE: AfterReads = (work) => work();
