import type { Finding } from './source/finding.ts';
import { type Position, positionAt } from './source/position.ts';
import type { Tree } from './source/tree.ts';

/** Finds the place of a finding: its key or value, or the nearest thing around it that stands in the text. */
export function locator(
  text: string,
  tree: Tree,
): (finding: Pick<Finding, 'path' | 'at' | 'inside'>) => Position {
  return ({ path, at, inside }) => {
    for (let length = path.length; length > 0; length--) {
      const offsets = tree.offsets(path.slice(0, length));
      if (offsets === null) continue;
      const offset = at === 'key' ? (offsets.key ?? offsets.value) : offsets.value;
      return positionAt(
        text,
        offset + (length === path.length ? insideOffset(text, offsets.value, inside) : 0),
      );
    }
    return positionAt(text, tree.offsets([])?.value ?? 0);
  };
}

/** In quotes the text begins one further. In a block of lines no column could be trusted, so it is left at its start. */
function insideOffset(text: string, start: number, inside: number | undefined): number {
  if (inside === undefined) return 0;
  const first = text[start];
  if (first === '|' || first === '>') return 0;
  return first === '"' || first === "'" ? inside + 1 : inside;
}
