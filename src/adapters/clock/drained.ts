/** Calls between two real turns of the event loop, so that a long virtual run does not starve everything else. */
const CALLS_PER_TURN = 256;

let calls = 0;

/** Who waits, first come first served: all of them go the same way, so no call needs a closure of its own. */
const waiting: (() => void)[] = [];

/**
 * Calls when nothing is left to do now: no microtask, no `nextTick`, no `setImmediate`, no file operation.
 *
 * A tick that was queued by a microtask runs only when the microtask queue is empty, which costs a tenth of a turn of
 * the event loop; the second round is for those who used `nextTick` themselves.
 */
export function whenDrained(then: () => void): void {
  calls += 1;
  if (calls % CALLS_PER_TURN === 0) setImmediate(settle, then);
  else settle(then);
}

export function drained(): Promise<void> {
  return new Promise(whenDrained);
}

function settle(then: () => void): void {
  waiting.push(then);
  void NOW.then(tickOnce);
}

const tickOnce = (): void => process.nextTick(again);
const tickTwice = (): void => process.nextTick(look);

function again(): void {
  void NOW.then(tickTwice);
}

function look(): void {
  const then = waiting.shift();
  if (then === undefined) return;
  if (inFlight()) setImmediate(settle, then);
  else then();
}

/** Not `queueMicrotask`, which makes an async resource for each call. */
const NOW = Promise.resolve();

/** As Node names them; CloseReq is the closing of a file. */
const AWAITED = new Set(['Immediate', 'FSReqCallback', 'FSReqPromise', 'CloseReq']);

function inFlight(): boolean {
  for (const resource of process.getActiveResourcesInfo()) if (AWAITED.has(resource)) return true;
  return false;
}
