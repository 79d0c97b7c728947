import path from 'node:path';
import type { Definition } from '../core/generation.ts';
import type { Fingerprint } from '../core/plan/measurement-key.ts';
import type { Ports } from './ports.ts';

/** Executable, model files and host as they are now. A file that cannot be read has a fingerprint of its own. */
export async function fingerprint(definition: Definition, ports: Ports): Promise<Fingerprint> {
  const { host, engine_definition } = ports;
  const identity = await host.identity();
  const flags = new Set(engine_definition.model_flags.map((flag) => engine_definition.canonicalFlag(flag)));
  const models: string[] = [];
  definition.argv.forEach((argument, i) => {
    const next = definition.argv[i + 1];
    if (next !== undefined && flags.has(engine_definition.canonicalFlag(argument))) models.push(next);
  });
  return {
    engine: engine_definition.name,
    executable: await fileFingerprint(await program(definition, ports), definition.cwd, ports),
    models: await Promise.all(models.map((model) => fileFingerprint(model, definition.cwd, ports))),
    host: [identity.hostname, identity.cpu, identity.cores, identity.memory_bytes, identity.kernel].join('|'),
  };
}

/** A program without a slash is looked for where the server's own PATH leads. */
async function program({ argv, env, cwd }: Definition, ports: Ports): Promise<string> {
  const [name = ''] = argv;
  if (name.includes('/')) return name;
  for (const folder of (env['PATH'] ?? process.env['PATH'] ?? '').split(':')) {
    const file = path.resolve(cwd, folder, name);
    if ((await ports.host.file(file).catch(() => null))?.kind === 'file') return file;
  }
  return name;
}

export async function fileFingerprint(file: string, cwd: string, ports: Ports): Promise<string> {
  const facts = await ports.host.file(path.resolve(cwd, file)).catch(() => null);
  return facts === null
    ? `unread:${file}`
    : [facts.real_path, facts.size_bytes, facts.mtime_ns, facts.inode].join('|');
}
