import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { Definition } from '../../core/generation.ts';
import type { Storage } from './check.ts';

/** The file that the first word of a command names, by its own PATH, else by `path`. null: there is none to execute. */
export async function programOf(
  { argv, env, cwd }: Definition,
  storage: Storage,
  path: string,
): Promise<string | null> {
  const [program = ''] = argv;
  const candidates = program.includes('/')
    ? [isAbsolute(program) ? program : resolve(cwd, program)]
    : (env['PATH'] ?? path)
        .split(delimiter)
        .filter(isAbsolute)
        .map((folder) => join(folder, program));
  for (const candidate of candidates) {
    const facts = await storage.facts(candidate);
    if (facts !== null && !facts.directory && (await storage.access(candidate, 'execute')) === 'ok')
      return candidate;
  }
  return null;
}
