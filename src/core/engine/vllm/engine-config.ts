import type { LogLine } from '../../log-line.ts';
import { lastLine, message } from './log.ts';
import { argumentsIn, type Python, pythonValue } from './python.ts';

export interface Logged {
  readonly line: LogLine;
  readonly values: Readonly<Record<string, Python>>;
}

const CONFIG = /^Initializing a V1 LLM engine \(v([\w.+-]+)\) with config: (.*)$/;
const GIVEN = /^non-default args: (\{.*\})$/;

/** What the core of the engine says that it runs with, after everything is resolved; null: it is not in the log. */
export function effectiveConfig(startup: readonly LogLine[]): Logged | null {
  const line = lastLine(startup, CONFIG);
  return line === null ? null : { line, values: argumentsIn(CONFIG.exec(message(line))?.[2] ?? '') };
}

/** What the API server was asked for, before anything is resolved; null: it is not in the log. */
export function givenArguments(startup: readonly LogLine[]): Logged | null {
  const line = lastLine(startup, GIVEN);
  const values = line === null ? null : pythonValue(GIVEN.exec(message(line))?.[1] ?? '');
  return line === null || typeof values !== 'object' || values === null || Array.isArray(values)
    ? null
    : { line, values: values as Readonly<Record<string, Python>> };
}

/** The release that the log names; null: none. */
export function loggedVersion(log: readonly LogLine[]): string | null {
  const line = lastLine(log, CONFIG);
  return line === null ? null : (CONFIG.exec(message(line))?.[1] ?? null);
}
