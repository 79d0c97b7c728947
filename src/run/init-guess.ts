import { basename } from 'node:path';
import { type ArgvFlag, flagsOf, valueIn } from '../core/engine/argv.ts';
import type { EngineDefinition } from '../core/engine/definition.ts';
import { engineDefinition } from '../core/engine/index.ts';
import { SECOND } from '../core/units.ts';
import type { Host } from '../ports/host.ts';

export interface Guess {
  readonly engine: EngineDefinition;
  /** Why; and what it really is where this version cannot drive it as such. */
  readonly because: string;
}

/** Which engine is it? Its command line first, then what its endpoint answers (without any key). */
export async function guessEngine(host: Host, argv: readonly string[], url: string | null): Promise<Guess> {
  const words = argv.slice(0, 4).map((word) => basename(word));
  if (words.some((word) => /^llama[-_]?server/.test(word))) {
    return { engine: engineDefinition('llamacpp'), because: 'the command runs llama-server' };
  }
  if (argv.some((word) => /^sglang(\.|$)/.test(basename(word))))
    return { engine: engineDefinition('sglang'), because: 'the command runs sglang' };
  const other = argv.find((word) => /^vllm(\.|$)/.test(basename(word)));
  if (other !== undefined) {
    const because = `the command runs ${basename(other)}, which this version drives as any OpenAI-compatible server`;
    return { engine: engineDefinition('openai'), because };
  }
  if (url === null) return { engine: engineDefinition('openai'), because: 'nothing tells more about it' };
  const props = await host.http({ method: 'GET', url: `${url}/props`, timeout_ms: 5 * SECOND });
  if (props.status === 200 && /"total_slots"|"default_generation_settings"/.test(props.body)) {
    return { engine: engineDefinition('llamacpp'), because: '/props answers like llama-server' };
  }
  return { engine: engineDefinition('openai'), because: 'nothing tells more about it' };
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
