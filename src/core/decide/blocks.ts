/** One fresh start of a finalist that has a number, in the order of time. */
export interface FinalStart {
  readonly name: string;
  /** Natural log of the objective, turned so that more is better. */
  readonly value: number;
  /** For each limit the log of the number over its bound; above 0 breaks it, null: it has no such number. */
  readonly excesses?: readonly (number | null)[];
  /** The second objective, like `value`; null: there is no number. Absent: there is one objective. */
  readonly beside?: number | null;
}

/** Order of a block: as the finalists are named in odd blocks, mirrored in even ones, so that a line in time cancels. */
export function blockOrder(names: readonly string[], block: number): readonly string[] {
  return block % 2 === 1 ? names : [...names].reverse();
}

/**
 * The starts of the first `blocks` blocks, as numbers of `names`. Starts of finalists that were removed are left out.
 * null: they are not there yet. Throws where the order is not that of mirrored blocks: the analysis would not hold.
 */
export function firstBlocks(
  names: readonly string[],
  starts: readonly FinalStart[],
  blocks: number,
): { readonly order: readonly number[]; readonly starts: readonly FinalStart[] } | null {
  const kept = starts.filter(({ name }) => names.includes(name)).slice(0, blocks * names.length);
  if (kept.length < blocks * names.length) return null;
  const order = kept.map(({ name }) => names.indexOf(name));
  for (let block = 1; block <= blocks; block++) {
    const wanted = blockOrder(names, block);
    const own = kept.slice((block - 1) * names.length, block * names.length);
    if (own.some(({ name }, i) => name !== wanted[i]))
      throw new Error(`block ${block} of the finals is not in its mirrored order`);
  }
  return { order, starts: kept };
}
