import type { Effective, ParameterValue } from './definition.ts';
import { sameValue } from './values.ts';

type Found = { readonly at: string; readonly value: ParameterValue };

/**
 * Reads the key that `report:` names from the server's own report: as a dotted path (`settings.n_ctx`), or as the
 * name of a field at any depth. The first document in the order of `paths` wins, and in it the place nearest the top.
 * A key that is not there does not agree: the user said that this is where the truth stands.
 */
export function effectiveFromReport(
  wanted: ParameterValue,
  key: string,
  documents: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Effective {
  for (const path of paths) {
    const found = find(documents[path], key);
    if (found === null) continue;
    const evidence = `${path} ${found.at} = ${String(found.value)}`;
    return {
      wanted,
      got: found.value,
      rule: 'equal',
      source: 'server-info',
      agrees: sameValue(wanted, found.value),
      evidence,
    };
  }
  const evidence = `no key ${key} in ${paths.join(', ')}`;
  return { wanted, got: null, rule: 'equal', source: null, agrees: false, evidence };
}

/** Breadth first, so that the nearest place is found. */
function find(document: unknown, key: string): Found | null {
  const queue: { readonly at: string; readonly node: unknown }[] = [{ at: '', node: document }];
  for (const next of queue) {
    if (typeof next.node !== 'object' || next.node === null) continue;
    for (const [name, value] of Object.entries(next.node)) {
      const at = next.at === '' ? name : `${next.at}.${name}`;
      if ((at === key || at.endsWith(`.${key}`)) && isScalar(value)) return { at, value };
      queue.push({ at, node: value });
    }
  }
  return null;
}

function isScalar(value: unknown): value is ParameterValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
