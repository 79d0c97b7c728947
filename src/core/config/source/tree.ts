import { type Document, isAlias, isMap, isPair, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';
import type { Path } from './finding.ts';
import { MAX_DEPTH } from './nesting.ts';

/** Where the key and the value of a path begin in the text. */
export interface Offsets {
  readonly key: number | null;
  readonly value: number;
}

export interface TreeProblem {
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

export interface Tree {
  readonly value: unknown;
  readonly problems: readonly TreeProblem[];
  /** null: nothing stands there. */
  offsets(path: Path): Offsets | null;
}

const MAX_VALUES = 100_000;
const MAX_ALIASES = 100;

/**
 * A parsed document as plain values, with the place of each. Bounds what aliases may make of it, refuses what JSON does
 * not have, and refuses numbers that a double does not hold. Scalars at `verbatim` paths are text as it was written.
 */
export function buildTree(document: Document.Parsed, verbatim: (path: Path) => boolean): Tree {
  const builder = new Builder(verbatim);
  const value = builder.build(document.contents, [], { key: null, near: 0, inside: null });
  return {
    value,
    problems: builder.problems,
    offsets: (path) => builder.places.get(JSON.stringify(path)) ?? null,
  };
}

interface Around {
  /** Where the key stands; null: an item of a list, or the whole. */
  readonly key: number | null;
  /** Taken where a value has no text of its own. */
  readonly near: number;
  /** Offset of the alias through which a node is reached; null: it stands here itself. */
  readonly inside: number | null;
}

class Builder {
  readonly problems: TreeProblem[] = [];
  readonly places = new Map<string, Offsets>();
  private readonly anchors = new Map<string, unknown>();
  private readonly verbatim: (path: Path) => boolean;
  private values = 0;
  private aliases = 0;

  constructor(verbatim: (path: Path) => boolean) {
    this.verbatim = verbatim;
  }

  build(node: unknown, path: Path, { key, near, inside }: Around): unknown {
    const offset = inside ?? rangeStart(node) ?? near;
    this.places.set(JSON.stringify(path), { key, value: offset });
    if (path.length > MAX_DEPTH)
      return this.once(
        offset,
        `nested deeper than ${MAX_DEPTH} levels`,
        'a configuration needs fewer than ten',
      );
    if (++this.values > MAX_VALUES)
      return this.once(offset, `more than ${MAX_VALUES} values`, 'a configuration needs fewer');
    const value = this.content(node, path, offset, inside);
    // Registered when it is whole, so that it cannot hold itself.
    if (typeof node === 'object' && node !== null && 'anchor' in node && typeof node.anchor === 'string')
      this.anchors.set(node.anchor, node);
    return value;
  }

  private content(node: unknown, path: Path, offset: number, inside: number | null): unknown {
    if (isAlias(node)) {
      if (++this.aliases > MAX_ALIASES)
        return this.once(offset, `more than ${MAX_ALIASES} aliases`, 'write the values out');
      const target = this.anchors.get(node.source);
      if (target === undefined)
        return this.problem(
          offset,
          `the alias *${node.source} has no anchor before it`,
          `put &${node.source} at the value that is meant`,
        );
      return this.build(target, path, { key: offset, near: offset, inside: offset });
    }
    if (isMap(node)) return this.map(node, path, inside);
    if (isSeq(node))
      return node.items.map((item, at) =>
        this.build(isPair(item) ? null : item, [...path, at], { key: null, near: offset, inside }),
      );
    if (isScalar(node)) return this.scalar(node.value, node.source, path, offset);
    return null;
  }

  private map(node: YAMLMap, path: Path, inside: number | null): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const pair of node.items as Pair[]) {
      const offset = inside ?? rangeStart(pair.key) ?? 0;
      const key = this.key(pair.key, offset);
      if (key === null) continue;
      if (Object.hasOwn(result, key)) {
        this.problem(offset, `the key \`${key}\` stands twice`, 'leave one of them');
        continue;
      }
      result[key] = this.build(pair.value, [...path, key], { key: offset, near: offset, inside });
    }
    return result;
  }

  private key(key: unknown, offset: number): string | null {
    if (isScalar(key) && typeof key.value === 'string' && key.value !== '__proto__') return key.value;
    const remedy = 'keys are text; put others in quotes';
    this.problem(
      offset,
      isScalar(key)
        ? `\`${String(key.source ?? key.value)}\` is no key`
        : 'a list, mapping or alias is no key',
      remedy,
    );
    return null;
  }

  private scalar(value: unknown, source: string | undefined, path: Path, offset: number): unknown {
    if (value === null || typeof value === 'string') return value;
    if (source !== undefined && this.verbatim(path)) return source;
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'number')
      return this.problem(
        offset,
        'a value of a kind that is not known here',
        'text, a number, true, false, null, a list or a mapping',
      );
    if (!Number.isFinite(value))
      return this.problem(offset, `${source} is no number here`, 'write a number, or text in quotes');
    if (!isExact(value, source ?? ''))
      return this.problem(
        offset,
        `${source} has more digits than a number keeps (it would be ${value})`,
        `put it in quotes: "${source}"`,
      );
    return value;
  }

  private problem(offset: number, message: string, remedy: string): null {
    this.problems.push({ offset, message, remedy });
    return null;
  }

  private once(offset: number, message: string, remedy: string): null {
    return this.problems.some((problem) => problem.message === message)
      ? null
      : this.problem(offset, message, remedy);
  }
}

/** Does the number stand for what was written? Up to 15 significant digits a double always does. */
function isExact(value: number, source: string): boolean {
  if (Number.isInteger(value) && /^[-+]?(\d+|0x[0-9a-fA-F]+|0o[0-7]+)$/.test(source))
    return Number.isSafeInteger(value);
  const digits = (text: string) =>
    text
      .replace(/[eE].*$/, '')
      .replace(/[^0-9]/g, '')
      .replace(/^0+/, '')
      .replace(/0+$/, '');
  return digits(source).length <= 15 || digits(source) === digits(String(value));
}

function rangeStart(node: unknown): number | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null;
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : null;
}
