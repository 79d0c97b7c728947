/** POSIX paths as text: nothing is looked up, links are not followed. */

export function folderOf(file: string): string {
  const slash = file.lastIndexOf('/');
  return slash <= 0 ? '/' : file.slice(0, slash);
}

/** An absolute path without `.`, `..` and empty parts; a relative one begins at `folder`. */
export function resolvePath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** A program is looked up on the PATH unless its name has a slash; then it is a path like any other. */
export function resolveProgram(folder: string, program: string): string {
  return program.includes('/') ? resolvePath(folder, program) : program;
}
