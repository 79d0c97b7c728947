/**
 * A closed loop: each worker sends its next request when its last one is answered, so that `workers` requests are in
 * flight all the time. No request starts after the signal.
 */
export async function closedLoop(
  workers: number,
  requests: number,
  signal: AbortSignal,
  send: (index: number, worker: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const work = async (worker: number) => {
    while (next < requests && !signal.aborted) await send(next++, worker);
  };
  await Promise.all(Array.from({ length: Math.min(workers, requests) }, (_, worker) => work(worker)));
}
