import { basename } from 'node:path';
import { type ArgvFlag, flagsOf, valueIn } from '../core/engine/argv.ts';
import type { EngineDefinition } from '../core/engine/definition.ts';
import { engineDefinition } from '../core/engine/index.ts';
import { SECOND } from '../core/units.ts';
import type { Host } from '../ports/host.ts';

export interface Guess {
  readonly engine: EngineDefinition;
  /** Whose flags its command line has; null: nobody's that is known. */
  readonly flags_of: 'llamacpp' | 'sglang' | 'vllm' | null;
  /** Why; and what it really is where this version cannot drive it as such. */
  readonly because: string;
}

function driven(name: 'llamacpp' | 'sglang' | 'vllm', because: string): Guess {
  return { engine: engineDefinition(name), flags_of: name, because };
}

/** Which engine is it? Its command line first, then what its endpoint answers (without any key). */
export async function guessEngine(host: Host, argv: readonly string[], url: string | null): Promise<Guess> {
  const words = argv.slice(0, 4).map((word) => basename(word));
  if (words.some((word) => /^llama[-_]?server/.test(word))) {
    return driven('llamacpp', 'the command runs llama-server');
  }
  if (argv.some((word) => /^sglang(\.|$)/.test(basename(word))))
    return driven('sglang', 'the command runs sglang');
  if (argv.some((word) => /^vllm(\.|$)/.test(basename(word)))) return driven('vllm', 'the command runs vllm');
  const unknown: Guess = {
    engine: engineDefinition('openai'),
    flags_of: null,
    because: 'nothing tells more about it',
  };
  if (url === null) return unknown;
  const props = await host.http({ method: 'GET', url: `${url}/props`, timeout_ms: 5 * SECOND });
  if (props.status === 200 && /"total_slots"|"default_generation_settings"/.test(props.body)) {
    return driven('llamacpp', '/props answers like llama-server');
  }
  return unknown;
}

export function flagsOfCommand(argv: readonly string[], engine: EngineDefinition): readonly ArgvFlag[] {
  return flagsOf(argv, (flag) => {
    const takes = engine.takesValue(flag);
    return takes === null ? null : Number(takes);
  });
}

/** The value of a flag under any of its names; null: not given. */
export function valueOf(flags: readonly ArgvFlag[], engine: EngineDefinition, flag: string): string | null {
  const names = flags
    .map((f) => f.flag)
    .filter((name) => engine.canonicalFlag(name) === engine.canonicalFlag(flag));
  const value = valueIn(flags, { on: names, off: [] });
  return value === null ? null : String(value);
}

/** Every engine that is known calls this flag the same. */
export function portIn(argv: readonly string[]): number | null {
  const at = argv.findIndex((word) => word === '--port' || word.startsWith('--port='));
  const text = at < 0 ? '' : (argv[at]?.split('=')[1] ?? argv[at + 1] ?? '');
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
}
