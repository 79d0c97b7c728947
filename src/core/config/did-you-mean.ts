/** Names longer than this are compared with nothing: they are no slip of the hand. */
const LONGEST = 64;

/** The known name that was probably meant, or null. Unlike by at most a third of its letters. */
export function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > LONGEST) return null;
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3));
    if (distance <= allowed && (best === null || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name ?? null;
}

/** `did you mean `x`?`, or the list of what is known. */
export function suggest(name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  if (near !== null) return `did you mean \`${near}\`?`;
  return known.length === 0
    ? 'remove it'
    : `known here: ${known.slice(0, 20).join(', ')}${known.length > 20 ? ', ...' : ''}`;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((row[j - 1] ?? 0) + 1, (above[j] ?? 0) + 1, (above[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = above;
    above = row;
  }
  return above[b.length] ?? 0;
}
