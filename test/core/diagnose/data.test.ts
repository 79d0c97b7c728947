import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../../../src/core/diagnose/anchors.ts';
import { diagnose } from '../../../src/core/diagnose/classify.ts';
import type { Dialect } from '../../../src/core/diagnose/dialect.ts';
import { ALL_DIALECTS } from '../../../src/core/diagnose/dialects/index.ts';
import { peeled } from '../../../src/core/diagnose/match.ts';
import type { Signature } from '../../../src/core/diagnose/signature.ts';
import { CAUSES } from '../../../src/core/fault.ts';

/** Every entry once, under the first dialect that has it. */
const SIGNATURES = entries(({ signatures }) => signatures);
const HARMLESS = entries(({ harmless }) => harmless);

function entries<T extends { readonly id: string }>(of: (dialect: Dialect) => readonly T[]) {
  const seen = new Set<T>();
  return ALL_DIALECTS.flatMap((dialect) =>
    of(dialect).flatMap((entry) => {
      if (seen.has(entry)) return [];
      seen.add(entry);
      return [{ name: `${dialect.engine} ${entry.id}`, dialect, entry }];
    }),
  );
}

const PATTERNS = [...SIGNATURES, ...HARMLESS].map(({ name, entry }) => [name, entry.pattern] as const);

describe('the data', () => {
  it.each(ALL_DIALECTS)('of $engine has each id once', ({ signatures, harmless }) => {
    for (const list of [signatures, harmless]) {
      const ids = list.map(({ id }) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    }
  });

  it.each([...SIGNATURES, ...HARMLESS])('$name has sources, a sample and words', ({ entry }) => {
    expect(entry.sources.filter((source) => source.length > 8).length).toBe(entry.sources.length);
    expect(entry.sources.length).toBeGreaterThan(0);
    expect(entry.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    if ('cause' in entry) expect(Object.keys(CAUSES)).toContain(entry.cause);
  });

  it.each(PATTERNS)('%s is anchored, without flags and linear', (_name, pattern) => {
    expect(pattern.flags).toBe('');
    expect(pattern.source).toMatch(/^\^/);
    expect(nestedRepetition(pattern.source)).toBe(false);
    for (const branch of branches(pattern.source)) expect(unbounded(branch)).toBeLessThanOrEqual(1);
  });

  it('the check itself finds what is not linear', () => {
    expect(nestedRepetition('^(?:a+b)*c')).toBe(true);
    expect(nestedRepetition('^(?:[^(]{1,4}: ){0,3}')).toBe(true);
    expect(nestedRepetition('^(?:a|b+)c?')).toBe(false);
    expect(unbounded('^.*a.*b')).toBe(2);
    expect(unbounded('^\\S+ [^x]{2,}')).toBe(2);
  });

  it.each(PATTERNS)('%s is found by its words', (_name, pattern) => {
    const anchors = anchorsOf(pattern);
    expect(anchors.length).toBeGreaterThan(0);
    expect(Math.min(...anchors.map((anchor) => anchor.length))).toBeGreaterThanOrEqual(4);
  });
});

/** Of a root: by its sample alone its cause is found, also between eight lines that only follow from a failure. */
describe('the sample of', () => {
  it.each(SIGNATURES)('$name is told by it', ({ dialect, entry }) => {
    const found = diagnosed(dialect, entry, entry.sample);
    if (entry.role === 'root' || entry.role === 'echo')
      expect(found).toMatchObject({ cause: expectedCause(entry), root: { signature: entry.id } });
    if (entry.role === 'wrapper') {
      expect(found.consequences.map(({ signature }) => signature)).toContain(entry.id);
      expect(found.cause).toBe('unknown');
    }
    if (entry.role === 'note')
      expect(found).toMatchObject({ cause: 'unknown', root: null, consequences: [] });
  });

  it.each(SIGNATURES)('$name holds a line that its words are in', ({ dialect, entry }) => {
    const line = entry.sample.split('\n').find((text) => {
      const message = dialect.message({
        text: text.replace(/^(?:kernel|systemd\[1\]): /, ''),
        line: 1,
        offset: 0,
      });
      const texts = entry.raised === true ? peeled(message) : [message];
      return texts.some((each) => entry.pattern.test(each));
    });
    expect(line).toBeDefined();
    expect(anchorsOf(entry.pattern).some((anchor) => line?.includes(anchor))).toBe(true);
  });

  it.each(HARMLESS)('$name is harmless and no more', ({ dialect, entry }) => {
    const found = diagnosed(dialect, null, entry.sample);
    expect(found).toMatchObject({ cause: 'unknown', root: null, consequences: [], harmless: 1 });
  });
});

function expectedCause({ cause, leftover }: Signature): string {
  return leftover === undefined ? cause : 'out-of-memory-leftover';
}

function diagnosed(dialect: Dialect, entry: Signature | null, sample: string) {
  const texts = sample.split('\n').map((text) => text.replace(/^(?:kernel|systemd\[1\]): /, ''));
  const lines = texts.map((text, at) => ({ text, line: at + 1, offset: 0 }));
  return diagnose({
    engine: (dialect.engine === '' ? 'openai' : dialect.engine) as 'sglang',
    lines,
    exit: entry?.signal === undefined ? null : { code: null, signal: entry.signal },
    swept: [],
  });
}

/** A group that repeats and holds something that repeats. Classes are one character each. */
function nestedRepetition(source: string): boolean {
  const plain = source.replace(/\\./g, 'x').replace(/\[(?:[^\]])*\]/g, 'c');
  const open: boolean[] = [];
  for (let at = 0; at < plain.length; at++) {
    const char = plain[at] ?? '';
    const repeats = /^(?:[*+]|\{\d+(?:,\d*)?\})/.test(plain.slice(at));
    if (char === '(') open.push(false);
    else if (char === ')') {
      const inner = open.pop() ?? false;
      const again = /^(?:[*+]|\{\d+(?:,\d*)?\})/.test(plain.slice(at + 1));
      if (inner && again) return true;
      if ((inner || again) && open.length > 0) open[open.length - 1] = true;
    } else if (repeats && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}

function branches(source: string): readonly string[] {
  return source.split('|');
}

/** Wildcards without an end: of `\d` and `\w` the character behind them ends the run. */
function unbounded(branch: string): number {
  return [...branch.matchAll(/(?:\.|\\S|\[\^(?:[^\]\\]|\\.)*\])(?:[*+]|\{\d+,\})/g)].length;
}
