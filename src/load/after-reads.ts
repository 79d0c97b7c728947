/** What an answer makes to be done, in the order of its urgency: parse what was read, send the next request, keep the answer. */
export type Task = 'parse' | 'send' | 'keep';

/** Does it when all that can be read now has been read, and nothing more urgent is left. */
export type AfterReads = (work: () => void, task: Task) => void;

/** What has come meanwhile is read after at most this, and one work. */
const READ_AGAIN_MS = 0.5;

/**
 * In the turn of the event loop that follows the reads, so that what an event costs to parse delays the time of no other
 * that came with it, nor the end of one answer the next request of another. The ends of many come together and take
 * long: they are done a few at a time, between which is read what has come.
 */
export function afterReads(): AfterReads {
  const waiting: Record<Task, (() => void)[]> = { parse: [], send: [], keep: [] };
  let planned = false;
  const doAll = (task: Task) => {
    const works = waiting[task];
    waiting[task] = [];
    for (const work of works) work();
  };
  const doSome = (task: Task, until: number) => {
    const works = waiting[task];
    let done = 0;
    do works[done++]?.();
    while (done < works.length && performance.now() < until);
    works.splice(0, done);
  };
  const go = () => {
    const until = performance.now() + READ_AGAIN_MS;
    doAll('parse');
    doSome(waiting.send.length > 0 ? 'send' : 'keep', until);
    planned = waiting.parse.length + waiting.send.length + waiting.keep.length > 0;
    if (planned) setImmediate(go);
  };
  return (work, task) => {
    waiting[task].push(work);
    if (planned) return;
    planned = true;
    setImmediate(go);
  };
}

/** Of a client in virtual time, which stands still while it works. */
export const AT_ONCE: AfterReads = (work) => work();
