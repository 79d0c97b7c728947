/** Calls between two real turns of the event loop, so that a long virtual run does not starve everything else. */
const CALLS_PER_TURN = 256;

let calls = 0;

/**
 * Resolves when nothing is left to do now: no microtask, no `nextTick`, no `setImmediate`, no file operation.
 *
 * A tick that was queued by a microtask runs only when the microtask queue is empty, which costs a tenth of a turn of
 * the event loop; the second round is for those who used `nextTick` themselves.
 */
export function drained(): Promise<void> {
  return new Promise((resolve) => {
    calls += 1;
    if (calls % CALLS_PER_TURN === 0) setImmediate(settle, resolve);
    else settle(resolve);
  });
}

function settle(resolve: () => void): void {
  afterMicrotasks(() => afterMicrotasks(() => (inFlight() ? setImmediate(settle, resolve) : resolve())));
}

/** Not `queueMicrotask`, which makes an async resource for each call. */
const NOW = Promise.resolve();

function afterMicrotasks(then: () => void): void {
  void NOW.then(() => process.nextTick(then));
}

/** As Node names them; CloseReq is the closing of a file. */
const AWAITED = new Set(['Immediate', 'FSReqCallback', 'FSReqPromise', 'CloseReq']);

function inFlight(): boolean {
  return process.getActiveResourcesInfo().some((resource) => AWAITED.has(resource));
}
