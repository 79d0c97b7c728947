import type { Entry, Journal } from './journal.ts';

/** All fields must have one of their values. */
export type Group = ReadonlyMap<string, readonly string[]>;

/** Any group. No group at all: every entry. */
export type Matches = readonly Group[];

/**
 * `FIELD=value` words of journalctl: different fields are joined by and, values of one field by or, `+` separates
 * groups. A string: what is wrong.
 */
export function parseMatches(words: readonly string[]): Matches | string {
  const groups: Map<string, string[]>[] = [];
  let group = new Map<string, string[]>();
  for (const word of words) {
    if (word === '+') {
      if (group.size === 0) return '"+" can only be used between terms';
      groups.push(group);
      group = new Map();
      continue;
    }
    const [, field, value] = /^([A-Z0-9_]+)=([\s\S]*)$/.exec(word) ?? [];
    if (field === undefined || value === undefined) return `Failed to add match '${word}': Invalid argument`;
    group.set(field, [...(group.get(field) ?? []), value]);
  }
  if (group.size > 0) return [...groups, group];
  return groups.length > 0 ? '"+" can only be used between terms' : [];
}

/** What `-u UNIT` asks for: the output of the unit's processes, and what the manager says about the unit. */
export function unitMatches(units: readonly string[]): Matches {
  if (units.length === 0) return [];
  return [
    new Map([['_SYSTEMD_UNIT', units]]),
    new Map([
      ['UNIT', units],
      ['_PID', ['1']],
    ]),
  ];
}

/** Both must hold. */
export function both(one: Matches, other: Matches): Matches {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  return one.flatMap((left) => other.map((right) => new Map([...left, ...right])));
}

/** What to look for in a journal. */
export interface Search {
  readonly matches: Matches;
  /** The first sequence number that counts. */
  readonly from: number;
  readonly keep: (entry: Entry) => boolean;
  /** Only so many, from the beginning or the end; null: all. */
  readonly limit: { readonly count: number; readonly end: 'first' | 'last' } | null;
}

/** Sequence numbers of what is found, ascending. Looks only at entries that can match, and no further than it must. */
export function select(journal: Journal, { matches, from, keep, limit }: Search): readonly number[] {
  const found = new Set<number>();
  for (const group of matches.length === 0 ? [new Map<string, readonly string[]>()] : matches) {
    const candidates = candidatesOf(journal, group, Math.max(1, from));
    let missing = limit?.count ?? Number.POSITIVE_INFINITY;
    for (let step = 0; step < candidates.length && missing > 0; step += 1) {
      const sequence = candidates.at(limit?.end === 'last' ? candidates.length - 1 - step : step);
      const entry = journal.at(sequence);
      if (entry === null || !holds(group, entry) || !keep(entry)) continue;
      found.add(sequence);
      missing -= 1;
    }
  }
  const ascending = [...found].sort((one, other) => one - other);
  if (limit === null) return ascending;
  return limit.end === 'first'
    ? ascending.slice(0, limit.count)
    : ascending.slice(Math.max(0, ascending.length - limit.count));
}

interface Candidates {
  readonly length: number;
  readonly at: (index: number) => number;
}

function candidatesOf(journal: Journal, group: Group, from: number): Candidates {
  for (const [field, values] of group) {
    const lists = values.map((value) => journal.having(field, value));
    if (lists.some((list) => list === null)) continue;
    const [only, ...others] = lists;
    if (only && others.length === 0) {
      const skipped = lowerBound(only, from);
      return { length: only.length - skipped, at: (index) => only[skipped + index] ?? 0 };
    }
    const ascending = lists
      .flatMap((list) => list?.slice(lowerBound(list, from)) ?? [])
      .sort((one, other) => one - other);
    return { length: ascending.length, at: (index) => ascending[index] ?? 0 };
  }
  return { length: Math.max(0, journal.length - from + 1), at: (index) => from + index };
}

/** How many come before `from`. */
function lowerBound(ascending: readonly number[], from: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function holds(group: Group, { fields }: Entry): boolean {
  for (const [field, values] of group) {
    const value = fields[field];
    if (value === undefined || !values.includes(value)) return false;
  }
  return true;
}
