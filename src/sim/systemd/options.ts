export interface OptionSpec {
  readonly long: string;
  readonly short?: string;
  readonly value: 'none' | 'required' | 'optional';
}

export type ParsedOptions =
  | {
      readonly ok: true;
      /** In the order given, by long name. */
      readonly options: readonly { readonly name: string; readonly value: string | null }[];
      readonly words: readonly string[];
    }
  | { readonly ok: false; readonly error: string };

interface Piece {
  readonly name: string;
  readonly value: string | null;
  /** How many of the following words it has taken. */
  readonly taken: number;
}

/** Options as getopt_long(3) reads them: anywhere before `--`, long ones by any prefix that names one alone. */
export function parseOptions(
  tool: string,
  argv: readonly string[],
  specs: readonly OptionSpec[],
): ParsedOptions {
  const options: { name: string; value: string | null }[] = [];
  const words: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const following = argv[at + 1] ?? null;
    const pieces = word.startsWith('--')
      ? longOption(word, following, specs)
      : shortOptions(word, following, specs);
    if (typeof pieces === 'string') return { ok: false, error: `${tool}: ${pieces}` };
    for (const { name, value, taken } of pieces) {
      options.push({ name, value });
      at += taken;
    }
  }
  return { ok: true, options, words };
}

function longOption(
  word: string,
  following: string | null,
  specs: readonly OptionSpec[],
): readonly Piece[] | string {
  const equals = word.indexOf('=');
  const name = word.slice(2, equals < 0 ? undefined : equals);
  const value = equals < 0 ? null : word.slice(equals + 1);
  const exact = specs.find(({ long }) => long === name);
  const candidates = exact === undefined ? specs.filter(({ long }) => long.startsWith(name)) : [exact];
  const [spec] = candidates;
  if (candidates.length > 1) return `option '--${name}' is ambiguous`;
  if (spec === undefined) return `unrecognized option '--${name}'`;
  if (spec.value === 'none' && value !== null) return `option '--${spec.long}' doesn't allow an argument`;
  if (spec.value !== 'required' || value !== null) return [{ name: spec.long, value, taken: 0 }];
  return following === null
    ? `option '--${spec.long}' requires an argument`
    : [{ name: spec.long, value: following, taken: 1 }];
}

function shortOptions(
  word: string,
  following: string | null,
  specs: readonly OptionSpec[],
): readonly Piece[] | string {
  const pieces: Piece[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const spec = specs.find(({ short }) => short === letter);
    if (spec === undefined) return `invalid option -- '${letter}'`;
    if (spec.value === 'none') {
      pieces.push({ name: spec.long, value: null, taken: 0 });
      continue;
    }
    const glued = word.slice(at + 1);
    if (glued !== '') return [...pieces, { name: spec.long, value: glued, taken: 0 }];
    if (spec.value === 'optional') return [...pieces, { name: spec.long, value: null, taken: 0 }];
    if (following === null) return `option requires an argument -- '${letter}'`;
    return [...pieces, { name: spec.long, value: following, taken: 1 }];
  }
  return pieces;
}
