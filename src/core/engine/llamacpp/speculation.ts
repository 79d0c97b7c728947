import { dig } from '../json.ts';
import { message, quoted } from './log.ts';
import type { View } from './view.ts';

/** One kind of drafting that the server set up, with the values that it logged (`n_max`, `size_n`, ...). */
export interface Implementation {
  readonly type: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface Speculation {
  /** Slots draft, by the server's own flag or, without it, by its log. null: neither says. */
  readonly on: boolean | null;
  readonly implementations: readonly Implementation[];
  readonly evidence: string;
}

const ADDING = /^spec +\w+: adding speculative implementation '([\w-]+)'/;
const VALUES = /^spec +\w+: - (\w+=.*)$/;
const READY = /^srv +load_model: speculative decoding context initialized/;
const FAILED = /^srv +load_model: failed to initialize speculative decoding context: /;
const NONE = /^spec +\w+: no implementations specified/;

/**
 * What became of speculative decoding. A server that lost it (no type, no draft model, another vocabulary) is ready,
 * healthy and right, only slower; `/props` says `none` even when it works, so that is not asked.
 */
export function speculationOf(view: View): Speculation {
  const lines = view.log.load;
  const implementations: { type: string; values: Record<string, string> }[] = [];
  for (const line of lines) {
    const type = ADDING.exec(message(line))?.[1];
    if (type !== undefined) implementations.push({ type, values: {} });
    const pairs = VALUES.exec(message(line))?.[1];
    if (pairs !== undefined) Object.assign(implementations.at(-1)?.values ?? {}, parsePairs(pairs));
  }
  const said = (pattern: RegExp) => lines.findLast((line) => pattern.test(message(line)));
  const failed = said(FAILED) ?? said(NONE);
  const flags = slotFlags(view);
  const on = flags ?? (failed !== undefined ? false : said(READY) !== undefined ? true : null);
  const parts = [
    flags === null ? '/slots does not say' : `/slots speculative = ${flags}`,
    failed === undefined ? '' : quoted(failed),
  ];
  return {
    on,
    implementations: failed === undefined ? implementations : [],
    evidence: parts.filter((p) => p !== '').join('; '),
  };
}

function slotFlags(view: View): boolean | null {
  const list = dig(view.sources.documents['/slots']);
  if (!Array.isArray(list) || list.length === 0) return null;
  return list.every((slot) => dig(slot, 'speculative') === true);
}

/** `n_max=3, n_min=0, p_min=0.000000` */
function parsePairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(', ').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 0 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
}

/** Types in a value of `--spec-type`, without `none`. */
export function typesIn(value: string | boolean | null): readonly string[] {
  if (typeof value !== 'string') return [];
  return value
    .split(',')
    .map((t) => t.trim())
    .filter((t) => t !== '' && t !== 'none');
}

/** Types that draft with a model do so in every answer; n-gram types only where the text repeats itself. */
export function draftsAlways(type: string): boolean {
  return type.startsWith('draft-');
}
