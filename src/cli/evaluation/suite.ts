import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Configuration } from '../../core/config/configuration.ts';
import { contentHash } from '../../core/content-hash.ts';
import { readSuite } from '../../core/evaluate/read-suite.ts';
import { BUILTIN_SUITES, type Suite } from '../../core/evaluate/suite.ts';
import { FaultError, fault } from '../../core/fault.ts';
import { MiB } from '../../core/units.ts';
import type { Context } from '../context.ts';
import { usage } from '../usage.ts';

const [BUILTIN = ''] = BUILTIN_SUITES;
const LARGEST = 64 * MiB;

/** Of `--suite`. Faults: `usage` (no such suite), `configuration` (broken lines, all of them with their places). */
export function loadSuite(context: Context, source = BUILTIN): Suite {
  if (source.startsWith('builtin:') && !BUILTIN_SUITES.includes(source))
    throw usage(`--suite: \`${source}\` is not built in`, `built in: ${BUILTIN_SUITES.join(', ')}`);
  const file = source.startsWith('builtin:') ? source : resolve(context.cwd, source);
  return read(file, (why) =>
    usage(`--suite: ${why}`, `name a file of JSON lines, or ${BUILTIN_SUITES.join(', ')}`),
  );
}

/** Of the section `evaluation`; null: there is none. Fault: `configuration`, at the place where it is named. */
export function suiteOf({ evaluation }: Configuration): Suite | null {
  if (evaluation === undefined) return null;
  const { suite, place } = evaluation;
  return read(suite, (message) => {
    const remedy = `name a file of JSON lines, or ${BUILTIN_SUITES.join(', ')}`;
    const problems = [{ ...place, message, remedy }];
    return new FaultError(fault('configuration', `evaluation.suite: ${message}`, { problems }));
  });
}

/** One of ours by its name, or a file by its absolute path. `unreadable` makes the fault of a file that is none. */
function read(source: string, unreadable: (why: string) => FaultError): Suite {
  const file = source.startsWith('builtin:') ? shipped(`suites/${source.slice(8)}.jsonl`) : source;
  const text = textOf(file, unreadable);
  const suite = readSuite(text, file);
  if (suite.ok) return { name: source, hash: contentHash(text), problems: suite.problems };
  const message = `${suite.problems.length} problems in the suite`;
  throw new FaultError(fault('configuration', message, { problems: suite.problems }));
}

function textOf(file: string, unreadable: (why: string) => FaultError): string {
  try {
    const facts = statSync(file);
    if (facts.isFile() && facts.size <= LARGEST) return readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw unreadable(code === 'ENOENT' ? `there is no file ${file}` : `${file} cannot be read: ${message}`);
  }
  throw unreadable(`${file} is no file of at most 64 MiB`);
}

/** A file of the package, from the sources as from the built program. */
function shipped(name: string): string {
  for (let folder = import.meta.dirname; folder !== dirname(folder); folder = dirname(folder))
    if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error(`the package lacks ${name}`);
}
