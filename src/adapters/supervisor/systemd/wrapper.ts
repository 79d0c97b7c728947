import { basename } from 'node:path';
import { behindOptions, TRANSPARENT } from './wrapper-options.ts';
import { refusalOf } from './wrapper-refusal.ts';

/** A command taken apart: what stands in front of the engine, and the engine's own words. */
export interface Unwrapped {
  /** Stays in front, word for word. Empty: there is none. */
  readonly wrapper: readonly string[];
  readonly argv: readonly string[];
  /** What `env NAME=value` sets, so that a setting may set something else. */
  readonly assigned: Readonly<Record<string, string>>;
}

const MOST_WRAPPERS = 8;

/**
 * Separates the engine's own words from programs that only prepare for it. Whatever is not known to pass all words on as
 * they are is refused, with what would be right.
 */
export function unwrap(argv: readonly string[]): Unwrapped | { readonly refused: string } {
  let open: Unwrapped = { wrapper: [], argv, assigned: {} };
  for (let depth = 0; depth <= MOST_WRAPPERS; depth += 1) {
    const next = outermost(open.argv);
    if (next === null) return open;
    if ('refused' in next) return next;
    if (next.argv.length === 0)
      return { refused: `\`${basename(open.argv[0] ?? '')}\` in ExecStart= starts nothing` };
    open = {
      wrapper: [...open.wrapper, ...next.wrapper],
      argv: next.argv,
      assigned: { ...open.assigned, ...next.assigned },
    };
  }
  return { refused: 'ExecStart= has too many programs in front of the server' };
}

/** null: the first word is the server itself. */
function outermost(argv: readonly string[]): Unwrapped | { readonly refused: string } | null {
  const name = basename(argv[0] ?? '');
  if (name === '') return { refused: 'ExecStart= names no program' };
  if (name === 'env') return behindEnv(argv);
  const known = Object.hasOwn(TRANSPARENT, name) ? TRANSPARENT[name] : undefined;
  if (known === undefined || (known.verb !== undefined && known.verb !== argv[1])) return refusalOf(argv);
  const verb = known.verb === undefined ? 1 : 2;
  const behind = behindOptions(argv, verb, known);
  if ('unknown' in behind) return { refused: notCarried(name, behind.unknown) };
  const { demanded } = known;
  if (demanded !== undefined && !demanded.options.some((option) => behind.options.includes(option)))
    return { refused: `the unit starts its server through \`${name} ${known.verb}\`: ${demanded.why}` };
  const at = behind.at + known.operands;
  if (known.operands > 0 && !/^(0x)?[0-9a-f][0-9a-f,:-]*$/i.test(argv[behind.at] ?? ''))
    return { refused: notCarried(name, argv[behind.at] ?? '') };
  return { wrapper: argv.slice(0, at), argv: argv.slice(at), assigned: {} };
}

/**
 * `env NAME=value PROGRAM`: what it sets becomes what the unit sets, so only the look along PATH remains of it, and that
 * only for a program without a path.
 */
function behindEnv(argv: readonly string[]): Unwrapped | { readonly refused: string } {
  const [program = 'env'] = argv;
  const behind = behindOptions(argv, 1, { values: [], switches: [] });
  if ('unknown' in behind)
    return {
      refused: notCarried('env', behind.unknown, 'Environment=, UnsetEnvironment= or WorkingDirectory='),
    };
  if (argv[behind.at] === '-') return { refused: notCarried('env', '-', 'UnsetEnvironment=') };
  const rest = argv.slice(behind.at);
  const end = rest.findIndex((word) => !/^[^=]+=/s.test(word));
  const pairs = rest.slice(0, end < 0 ? rest.length : end).map((word): [string, string] => {
    const equals = word.indexOf('=');
    return [word.slice(0, equals), word.slice(equals + 1)];
  });
  const inner = end < 0 ? [] : rest.slice(end);
  const wrapper = inner[0]?.includes('/') === true ? [] : [program];
  return { wrapper, argv: inner, assigned: Object.fromEntries(pairs) };
}

function notCarried(name: string, word: string, instead?: string): string {
  const better =
    instead === undefined ? 'make the server itself the first word of ExecStart=' : `use ${instead}`;
  return `the unit starts its server through \`${name}\` with \`${word}\`, which is not known to be carried over: ${better}`;
}
