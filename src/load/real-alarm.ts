/**
 * Rings at or after the time, and within a fraction of a millisecond of it: the timers of Node know whole milliseconds
 * alone and may ring before the time, so that the last part is waited for in turns of the event loop.
 */
export function preciseAlarm(ms: number, ring: () => void): () => void {
  const at = performance.now() + ms;
  let cancelled = false;
  const look = () => {
    if (cancelled) return;
    if (performance.now() >= at) ring();
    else setImmediate(look);
  };
  const timer = setTimeout(look, Math.max(0, Math.floor(ms)));
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}
