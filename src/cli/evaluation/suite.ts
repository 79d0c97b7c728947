import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { contentHash } from '../../core/content-hash.ts';
import type { EvaluationProblem } from '../../core/evaluate/problem.ts';
import { readSuite } from '../../core/evaluate/read-suite.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';

export interface Suite {
  readonly name: string;
  readonly hash: string;
  readonly problems: readonly EvaluationProblem[];
}

const BUILTIN = 'builtin:coding';

/** Faults: `usage` (no such suite), `configuration` (broken lines, all of them with their places). */
export function loadSuite(context: Context, source = BUILTIN): Suite {
  if (source.startsWith('builtin:') && source !== BUILTIN)
    throw usage(`--suite: \`${source}\` is not built in`, `built in: ${BUILTIN}`);
  const file = source === BUILTIN ? shipped('suites/coding.jsonl') : resolve(context.cwd, source);
  const text = textOf(file);
  const read = readSuite(text, file);
  if (!read.ok) {
    const message = `${read.problems.length} problems in the suite`;
    throw new FaultError(fault('configuration', message, { problems: read.problems }));
  }
  return { name: source === BUILTIN ? BUILTIN : file, hash: contentHash(text), problems: read.problems };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw usage(`--suite: ${(error as Error).message}`, 'name a file of JSON lines, or builtin:coding');
  }
}

/** A file of the package, from the sources as from the built program. */
function shipped(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error(`the package lacks ${name}`);
}
