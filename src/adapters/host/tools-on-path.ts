import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Absolute paths of those of the tools that a shell would find on this path; a folder that is not absolute is no place. */
export function toolsOnPath(names: readonly string[], path: string): Readonly<Record<string, string>> {
  const folders = path.split(delimiter).filter(isAbsolute);
  const found = names.map((name) => [
    name,
    folders.map((folder) => join(folder, name)).find(isExecutable) ?? null,
  ]);
  return Object.fromEntries(found.filter(([, file]) => file !== null));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
