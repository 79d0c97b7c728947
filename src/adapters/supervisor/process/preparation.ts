import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Definition } from '../../../core/generation.ts';

/** The kernel takes no longer argument or variable (MAX_ARG_STRLEN, with its final NUL). */
const LONGEST_STRING = 128 * 1024 - 1;

/** What execvp searches where the environment has no PATH. */
const DEFAULT_PATH = '/bin:/usr/bin';

/** Everything that would keep the definition from being started, as far as it can be known before. */
export async function problemsOf(
  definition: Definition,
  environment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<string[]> {
  const problems = unpassable(definition, environment);
  const folder = definition.cwd;
  if (!isAbsolute(folder)) problems.push(`the working folder is not an absolute path: ${folder}`);
  else if (!(await isFolder(folder))) problems.push(`the working folder does not exist: ${folder}`);
  problems.push(...(await unusableLog(logFile)));
  const command = definition.argv[0] ?? '';
  if (command === '') problems.push('the command is empty');
  else if (!(await isFound(command, environment['PATH'] ?? DEFAULT_PATH, folder))) {
    const where = command.includes('/') ? `in ${folder}` : `on PATH=${environment['PATH'] ?? DEFAULT_PATH}`;
    problems.push(`no executable file ${command} ${where}`);
  }
  return problems;
}

function unpassable(definition: Definition, environment: Readonly<Record<string, string>>): string[] {
  const named: [string, string][] = [
    ...definition.argv.map((text, i): [string, string] => [`argument ${i}`, text]),
    ...Object.entries(environment).map(([name, value]): [string, string] => [
      `variable ${name}`,
      `${name}=${value}`,
    ]),
    ['the working folder', definition.cwd],
  ];
  const problems = named.flatMap(([name, text]) => {
    if (text.includes('\0')) return [`${name} contains a NUL character`];
    return Buffer.byteLength(text) > LONGEST_STRING ? [`${name} is longer than 128 KiB`] : [];
  });
  const unnamed = Object.keys(environment).filter((name) => name === '' || name.includes('='));
  return [...problems, ...unnamed.map((name) => `"${name}" cannot be the name of a variable`)];
}

async function unusableLog(file: string): Promise<string[]> {
  if (!isAbsolute(file) || file.includes('\0')) return [`the log file is not an absolute path: ${file}`];
  if (!(await allowed(dirname(file), constants.W_OK | constants.X_OK))) {
    return [`the folder of the log file cannot be written: ${dirname(file)}`];
  }
  const there = await lstat(file).catch(() => null);
  return there === null || there.isFile() ? [] : [`the log file is no plain file: ${file}`];
}

/** As execvp does it: with a slash relative to the folder, otherwise the first executable on the path. */
async function isFound(command: string, path: string, folder: string): Promise<boolean> {
  if (command.includes('\0')) return false;
  const candidates = command.includes('/')
    ? [command]
    : path.split(':').map((entry) => join(entry || '.', command));
  for (const candidate of candidates) {
    if (await isExecutable(resolve(folder, candidate))) return true;
  }
  return false;
}

async function isExecutable(file: string): Promise<boolean> {
  return (await allowed(file, constants.X_OK)) && !(await isFolder(file));
}

function isFolder(path: string): Promise<boolean> {
  return allowed(`${path}/.`, constants.X_OK);
}

function allowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
