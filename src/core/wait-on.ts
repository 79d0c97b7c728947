/** `wait` of any clock, made of its alarm: resolves once, at the time or at the abort, and never rejects. */
export function waitOn(
  clock: { alarm(ms: number, ring: () => void): () => void },
  ms: number,
  signal?: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true || !(ms > 0)) return resolve();
    const aborted = (): void => {
      cancel();
      resolve();
    };
    const cancel = clock.alarm(ms, () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    });
    signal?.addEventListener('abort', aborted, { once: true });
  });
}
