import { nearest } from '../config/did-you-mean.ts';
import type { EngineName } from './definition.ts';

/** How the help of each engine is asked for; null: nothing is known of the program. */
const PROGRAMS: Readonly<
  Record<
    EngineName,
    { readonly program: RegExp; readonly words: readonly string[]; readonly module: RegExp } | null
  >
> = {
  sglang: { program: /^sglang$/, words: ['serve', '--help'], module: /^sglang\.launch_server$/ },
  // without a word behind it, vLLM names only the groups of its flags
  vllm: {
    program: /^vllm$/,
    words: ['serve', '--help=all'],
    module: /^vllm\.entrypoints\.openai\.api_server$/,
  },
  llamacpp: { program: /^llama-server(?:\.\w+)?$/, words: ['--help'], module: /^$/ },
  openai: null,
};
const PYTHON = /^python[\d.]*$/;

/**
 * The command that prints the engine's own help and ends. null: the program is none that is known to end at `--help`;
 * a wrapper could start the server instead.
 */
export function helpCommand(engine: EngineName, argv: readonly string[]): readonly string[] | null {
  const known = PROGRAMS[engine];
  const [program = ''] = argv;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (known === null) return null;
  if (known.program.test(name)) return [program, ...known.words];
  const at = argv.indexOf('-m');
  return PYTHON.test(name) && at > 0 && known.module.test(argv[at + 1] ?? '')
    ? [...argv.slice(0, at + 2), '--help']
    : null;
}

/** Every word of a help text that is written like a flag. More than it offers: prose may name flags, too. */
export function flagsInHelp(text: string): ReadonlySet<string> {
  const words = text.matchAll(/(?<![\w.-])--?[A-Za-z][\w-]*/g);
  return new Set([...words].map(([word]) => spelled(word)));
}

export interface UnknownFlag {
  readonly flag: string;
  /** What was probably meant. */
  readonly near: string | null;
}

/** Which of these flags the help does not name. */
export function unknownFlags(flags: readonly string[], help: ReadonlySet<string>): readonly UnknownFlag[] {
  const long = [...help].filter((word) => word.startsWith('--'));
  return flags
    .filter((flag) => !help.has(spelled(flag)))
    .map((flag) => ({ flag, near: nearest(flag, long) }));
}

/** In long names engines take `_` for `-`. */
function spelled(word: string): string {
  return word.startsWith('--') ? word.replaceAll('_', '-') : word;
}
