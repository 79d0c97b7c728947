import type { EngineDefinition } from '../engine/definition.ts';
import type { LogLine } from '../log-line.ts';
import type { Dialect } from './dialect.ts';
import type { Signature, Stage } from './signature.ts';

/** One line that matched a signature, with what it blames. */
export interface Match {
  readonly signature: Signature;
  readonly line: LogLine;
  readonly value: string | null;
  readonly flag: string | null;
}

export interface Scan {
  readonly matches: readonly Match[];
  /** Earliest line that looks like an error to a reader who knows nothing. */
  readonly first_error: LogLine | null;
  readonly harmless: number;
}

/**
 * Reads a log from its beginning. Once the server is ready it logs requests, whose text can look like anything: from
 * then on a line counts only if the dialect trusts it (the engine marked it as an error, or it is no request), or if it
 * needs a signal that ended the process.
 */
export function scan(
  lines: readonly LogLine[],
  engine: EngineDefinition,
  dialect: Dialect,
  signal: string | null,
): Scan {
  const matches: Match[] = [];
  let stage: Stage | 'serving' = 'arguments';
  let first_error: LogLine | null = null;
  let harmless_count = 0;
  for (const line of lines) {
    const begins = engine.phase(line);
    if (begins !== null && dialect.load_phases.includes(begins)) stage = 'load';
    else if (begins === 'ready') stage = 'serving';
    const text = dialect.message(line);
    if (dialect.harmless.some((h) => h.pattern.test(text))) {
      harmless_count++;
      continue;
    }
    const trusted = dialect.trusted(line);
    const signature = dialect.signatures.find(
      (s) => counts(s, stage, trusted, signal) && s.pattern.test(text),
    );
    if (signature !== undefined) matches.push(matchOf(signature, line, text));
    else if (first_error === null && (dialect.marked(line) || (failing() && dialect.looks_wrong.test(text))))
      first_error = line;
  }
  return { matches, first_error, harmless: harmless_count };

  /** Under load a line that only looks wrong may tell of a bad request, until a known line says more. */
  function failing(): boolean {
    return stage !== 'serving' || matches.length > 0;
  }
}

function counts(
  signature: Signature,
  stage: Stage | 'serving',
  trusted: boolean,
  signal: string | null,
): boolean {
  if (signature.signal !== undefined && signature.signal !== signal) return false;
  if (stage === 'serving') return signature.stage === 'any' && (trusted || signature.signal !== undefined);
  return (
    signature.stage === 'any' ||
    signature.stage === stage ||
    (signature.stage === 'load' && stage === 'arguments')
  );
}

function matchOf(signature: Signature, line: LogLine, text: string): Match {
  const groups = signature.pattern.exec(text)?.groups;
  return { signature, line, value: groups?.value ?? null, flag: groups?.flag ?? null };
}
