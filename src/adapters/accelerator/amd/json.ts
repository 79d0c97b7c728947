type Entry = Readonly<Record<string, unknown>>;

/**
 * The document that a tool prints, behind its warnings; undefined: there is none. The keys of these tools change from
 * version to version, so that nothing is taken for granted of it.
 */
export function documentIn(stdout: string): unknown {
  const from = /^[ \t]*[[{]/m.exec(stdout);
  if (from === null) return undefined;
  try {
    return JSON.parse(stdout.slice(from.index));
  } catch {
    return undefined;
  }
}

export function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list of entries, bare or in the wrapping of newer versions; null: it is neither. */
export function entriesIn(document: unknown): readonly Entry[] | null {
  const list = isEntry(document) ? document['gpu_data'] : document;
  return Array.isArray(list) && list.every(isEntry) ? list : null;
}
