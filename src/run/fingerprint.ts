import path from 'node:path';
import { FaultError } from '../core/fault.ts';
import { type Definition, leftToFiles } from '../core/generation.ts';
import type { Fingerprint } from '../core/plan/measurement-key.ts';
import type { AcceleratorIdentity } from '../ports/accelerator.ts';
import { modelFingerprint } from './file-fingerprint.ts';
import type { Ports } from './ports.ts';
import { programFingerprint } from './program-fingerprint.ts';

const NOT_ONE_PROGRAM = 'the version of the engine is not told by the files that its command names';

/** Program, model files, host and devices as they are now, and what of them could not be told. */
export async function fingerprint(definition: Definition, ports: Ports): Promise<Fingerprint> {
  const { host, engine_definition } = ports;
  const identity = await host.identity();
  const program = await programFingerprint(definition, host);
  const names = modelsOf(definition, ports);
  const files = await Promise.all(
    names.map((model) => modelFingerprint(path.resolve(definition.cwd, model), host)),
  );
  const devices = await devicesOf(ports);
  const unknown = [
    engine_definition.self_contained ? null : NOT_ONE_PROGRAM,
    program.unknown,
    leftToFiles(definition).size === 0 ? null : "variables come from the service's own files at each start",
    names.length === 0 ? 'the command names no model' : null,
    ...names.map((model, i) => (files[i] == null ? `the model ${model} is no file that can be read` : null)),
    devices === null ? 'the driver and its devices cannot be read' : null,
  ];
  return {
    engine: engine_definition.name,
    executable: program.parts,
    models: names.map((model, i) => files[i] ?? [`unread:${model}`]),
    host: [identity.hostname, identity.cpu, identity.cores, identity.memory_bytes, identity.kernel].join('|'),
    driver: devices?.driver ?? null,
    devices: devices?.devices ?? [],
    unknown: unknown.filter((reason) => reason !== null),
  };
}

/** Values of the engine's model flags, written as two words or as one with `=`. */
function modelsOf({ argv }: Definition, { engine_definition }: Ports): readonly string[] {
  const flags = new Set(engine_definition.model_flags.map((flag) => engine_definition.canonicalFlag(flag)));
  const isModel = (flag: string): boolean => flags.has(engine_definition.canonicalFlag(flag));
  const named = argv.flatMap((word, i) => {
    const at = word.indexOf('=');
    if (at > 0 && isModel(word.slice(0, at))) return [word.slice(at + 1)];
    const next = argv[i + 1];
    return next !== undefined && isModel(word) ? [next] : [];
  });
  return [...new Set([...named, ...(engine_definition.modelsIn?.(argv) ?? [])])];
}

async function devicesOf({ accelerator }: Ports): Promise<AcceleratorIdentity | null> {
  try {
    return await accelerator.identity();
  } catch (error) {
    if (error instanceof FaultError) return null;
    throw error;
  }
}
