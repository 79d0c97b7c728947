import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { type Check, failed, ok, type Patient } from './check.ts';

const NAME = 'tools and hooks';

/** Every program that the file names beside the server: it would be missed in the middle of the night. */
export async function tools(patient: Patient): Promise<Check> {
  const { configuration } = patient;
  const hooks = Object.entries(configuration.hooks).flatMap(([event, commands]) =>
    commands.map((argv: readonly string[]) => [`hook ${event}`, argv[0] ?? ''] as const),
  );
  const named = [...Object.entries(configuration.tools), ...hooks];
  const wrong: string[] = [];
  for (const [what, program] of named) {
    const access = await found(program, patient);
    if (access !== 'ok') wrong.push(`${what}: ${program} (${access})`);
  }
  if (wrong.length > 0)
    return failed(NAME, wrong.join('; '), 'name programs by an absolute path that this user may execute');
  if (named.length === 0) return ok(NAME, 'none are named, and none of its own is needed');
  return ok(NAME, named.map(([what, program]) => `${what}: ${program}`).join('; '));
}

/** As the hooks are found when they run: beside the file, or in PATH where there is no folder in the name. */
async function found(program: string, { configuration, storage, path }: Patient): Promise<string> {
  if (program.includes('/')) return storage.access(resolve(configuration.folder, program), 'execute');
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    if ((await storage.access(join(folder, program), 'execute')) === 'ok') return 'ok';
  }
  return 'not in PATH';
}
