import { type Definition, leftToFiles } from '../generation.ts';

/** Names that a running process shows and that no definition asks for. */
const INSTRUMENTATION = new Set(['HOLDPOINT_GENERATION']);

/**
 * Does a running server already have the wanted definition? argv must be equal, argument by argument, and the folder
 * too. Every wanted variable must have its value; where the wanted environment is complete, there must be no other. What a
 * file of the service gives at each start is its own.
 */
export function sameDefinition(running: Definition, wanted: Definition): boolean {
  if (running.cwd !== wanted.cwd || !sameArguments(running.argv, wanted.argv)) return false;
  const files = leftToFiles(wanted, running.from_files);
  const names = Object.keys(wanted.env).filter((name) => !files.has(name));
  if (!names.every((name) => running.env[name] === wanted.env[name])) return false;
  if (!wanted.env_complete) return true;
  return Object.keys(running.env).every(
    (name) => INSTRUMENTATION.has(name) || files.has(name) || wanted.env[name] !== undefined,
  );
}

export function sameArguments(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((argument, i) => argument === b[i]);
}
