/**
 * Lists of a state that nobody has seen yet. A replay makes a hundred thousand states and shows the last: copying a list
 * of thousands for each would be a tenth of its time.
 */
const unseen = new WeakSet<readonly unknown[]>();

/** A copy that `withAt` and `withLast` may change in place until it is shown. */
export function unseenCopy<T>(list: readonly T[]): readonly T[] {
  const copy = [...list];
  unseen.add(copy);
  return copy;
}

/** From here on it is copied as any other. */
export function show(list: readonly unknown[]): void {
  unseen.delete(list);
}

/** The list with another item in that place. */
export function withAt<T>(list: readonly T[], at: number, item: T): readonly T[] {
  if (!unseen.has(list)) return list.with(at, item);
  (list as T[])[at] = item;
  return list;
}

/** The list with one more item. */
export function withLast<T>(list: readonly T[], item: T): readonly T[] {
  if (!unseen.has(list)) return [...list, item];
  (list as T[]).push(item);
  return list;
}
