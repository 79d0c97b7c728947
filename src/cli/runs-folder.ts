import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { findRun } from '../run/find-run.ts';
import type { Context } from './context.ts';
import type { Options } from './options.ts';

/** The folder that holds all runs: `runs/` under --dir, else under the user's data folder. */
export function runsFolder(context: Context, options: Options): string {
  if (options.dir !== undefined) return join(resolve(context.cwd, options.dir), 'runs');
  const home = context.env['HOME'] || homedir();
  const data = context.env['XDG_DATA_HOME'] || join(home, '.local', 'share');
  return join(resolve(context.cwd, data), 'holdpoint', 'runs');
}

/** The folder of the run that was named by id or path; without a name the newest. Fault: `usage`. */
export function chosenRun(context: Context, options: Options, name: string | undefined): string {
  const path = name?.includes('/') ? resolve(context.cwd, name) : (name ?? null);
  return findRun(path, runsFolder(context, options));
}
