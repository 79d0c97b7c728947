import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { run } from '../../scripts/engine/run.mjs';

const SAY = 'import sys; print("%d.%d" % sys.version_info[:2])';

/** A program that is Python of this version: of the path, or one that pyenv holds. Throws if there is none. */
export async function findPython(version: string): Promise<string> {
  for (const program of [`python${version}`, 'python3', ...ofPyenv(version)]) {
    const { code, output } = await run(program, ['-c', SAY]);
    if (code === 0 && output.trim() === version) return program;
  }
  throw new Error(`there is no Python ${version}: install it, or \`pyenv install ${version}\``);
}

function ofPyenv(version: string): readonly string[] {
  const versions = path.join(process.env['PYENV_ROOT'] ?? path.join(homedir(), '.pyenv'), 'versions');
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .filter((name) => name.startsWith(`${version}.`))
    .map((name) => path.join(versions, name, 'bin/python'));
}
