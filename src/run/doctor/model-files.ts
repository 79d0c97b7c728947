import { isAbsolute, resolve } from 'node:path';
import { describeBytes } from '../../core/change/describe.ts';
import { flagsOf } from '../../core/engine/argv.ts';
import type { EngineDefinition } from '../../core/engine/definition.ts';
import type { Definition } from '../../core/generation.ts';
import { type Check, failed, ok, type Patient, unknown } from './check.ts';

const NAME = 'model files';

/** Do the files exist that the command and the swept values name, and may this user read them? */
export async function modelFiles({ configuration, ports, storage, definition }: Patient): Promise<Check> {
  if (definition === null) return unknown(NAME, 'no command is known: nothing runs');
  const swept = sweptFiles(configuration.parameters, ports.engine_definition);
  const named = [...new Set([...filesOf(definition, ports.engine_definition), ...swept])];
  if (named.length === 0) return unknown(NAME, 'the command names no model file');
  const paths = named.map((name) => (isAbsolute(name) ? name : resolve(definition.cwd, name)));
  const found: string[] = [];
  const missing: string[] = [];
  for (const path of paths) {
    const facts = await ports.host.file(path);
    const access = facts === null ? 'missing' : await storage.access(path, 'read');
    if (facts === null || access !== 'ok') missing.push(`${path} (${access})`);
    else found.push(`${path} (${facts.kind === 'file' ? describeBytes(facts.size_bytes) : facts.kind})`);
  }
  if (missing.length > 0)
    return failed(
      NAME,
      `not readable: ${missing.join(', ')}`,
      'check the paths and their owner in the command and in the parameters',
    );
  return ok(NAME, found.join(', '));
}

function filesOf(definition: Definition, engine: EngineDefinition): string[] {
  const arity = (flag: string): number | null => {
    const takes = engine.takesValue(flag);
    return takes === null ? null : Number(takes);
  };
  const named = flagsOf(definition.argv, arity)
    .filter(({ flag }) => engine.model_flags.includes(flag))
    .flatMap(({ values }) => values);
  return [...named, ...(engine.modelsIn?.(definition.argv) ?? [])].filter((value) => looksLikePath(value));
}

/** A model flag may be swept alone, or stand among the flags that move together. */
function sweptFiles(parameters: Patient['configuration']['parameters'], engine: EngineDefinition): string[] {
  const pairs = parameters.flatMap((parameter) => {
    if (parameter.kind === 'env') return [];
    if (parameter.kind === 'flag') return parameter.values.map((value) => [parameter.flag, value] as const);
    return Object.values(parameter.options).flatMap((flags) => Object.entries(flags));
  });
  return pairs.flatMap(([flag, value]) =>
    engine.model_flags.includes(flag) && typeof value === 'string' && looksLikePath(value) ? [value] : [],
  );
}

/** `org/name` is a repository's name to some engines; a path begins with a dot or slash, or has a file's ending. */
function looksLikePath(value: string): boolean {
  return /^[./~]/.test(value) || /\.(gguf|bin|safetensors|jinja|gbnf|json|txt)$/i.test(value);
}
