/**
 * Waits until something is so, however long this machine takes; the test's own limit ends what never comes. What is
 * returned is the first value that is not null, undefined or false.
 */
export async function until<T>(
  look: () => Promise<T> | T,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 10)),
): Promise<NonNullable<T>> {
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== undefined && seen !== false) return seen;
    await pause();
  }
}
