import type { DiagnosedLine } from '../documents/diagnose.ts';
import type { EngineDefinition, EngineName, WantedFlag } from '../engine/definition.ts';
import { ENGINE_NAMES, engineDefinition } from '../engine/index.ts';
import { CAUSES, type FaultCause } from '../fault.ts';
import type { LogLine } from '../log-line.ts';
import { blamedClaim, flagBefore, isSwept } from './blame.ts';
import { wordsIn } from './catalog.ts';
import type { Dialect } from './dialect.ts';
import { dialectOf } from './dialects/index.ts';
import { causeOfExit, type Exit, exitNote, signalOf, wordsOfManager } from './exit.ts';
import { Generation } from './generation.ts';
import { type LeftoverVerdict, leftoverIn, leftoverVerdict, type MemoryFacts } from './leftover.ts';
import type { Match } from './match.ts';
import { parts } from './parts.ts';

export interface DiagnosisInput {
  readonly engine: EngineName;
  /** Of this generation alone, in order. */
  readonly lines: readonly LogLine[];
  readonly exit: Exit | null;
  /** Of the process that failed, where it is known. */
  readonly argv?: readonly string[];
  /** What the setting asks for: a cause of the machine that names one of these values is the setting's. */
  readonly swept: readonly WantedFlag[];
  readonly memory?: MemoryFacts;
}

export interface Diagnosis {
  readonly cause: FaultCause;
  /** A cause of the machine that names a swept value: the setting is invalid, whatever the class of the cause. */
  readonly names_swept: boolean;
  /** Only for an out-of-memory. */
  readonly leftover: LeftoverVerdict;
  /** The line that explains; its signature is `unclassified` where it is only the earliest that looks like an error. */
  readonly root: DiagnosedLine | null;
  readonly consequences: readonly DiagnosedLine[];
  readonly notes: readonly string[];
  readonly harmless: number;
  /** Better advice than the cause has; null: none. */
  readonly hint: string | null;
}

const CONTEXT = 3;

/**
 * Explains a failure that state has already declared; it never declares one. The earliest root line decides. Lines of
 * wrappers are consequences, harmless lines and request text are nothing.
 */
export function diagnose(input: DiagnosisInput): Diagnosis {
  const dialect = dialectOf(input.engine);
  const generation = new Generation(dialect, signalOf(input.exit));
  for (const line of input.lines)
    for (const part of parts(line)) generation.observe(part, wordsIn(part.text), false);
  return explain(generation, {
    ...input,
    definition: ENGINE_NAMES.includes(input.engine) ? engineDefinition(input.engine) : null,
  });
}

/** What a generation's log explains, beside what else is known of it. */
export interface Surroundings {
  readonly exit: Exit | null;
  readonly argv?: readonly string[];
  readonly swept: readonly WantedFlag[];
  readonly memory?: MemoryFacts;
  /** In which the words of a service manager may stand. */
  readonly lines: readonly LogLine[];
  /** null: of an engine that is only read, not driven. */
  readonly definition: EngineDefinition | null;
}

export function explain(generation: Generation, surroundings: Surroundings): Diagnosis {
  const { dialect, matches, root, harmless } = generation;
  const { exit, lines } = surroundings;
  const note = exitNote(exit, dialect.kills_itself, lines);
  const notes = note === null ? [] : [note];
  const earlier = generation.first_error;
  // an echo only follows from something: what stands above it is nearer to the cause, known or not
  const echo = root?.signature.role === 'echo' && earlier !== null && earlier.line < root.line.line;
  if (root === undefined || echo) {
    const words = wordsOfManager(exit, lines);
    const first = words ?? earlier;
    const context =
      words === null ? generation.context : lines.slice(0, lines.indexOf(words)).slice(-CONTEXT);
    return {
      cause: causeOfExit(exit, lines) ?? 'unknown',
      names_swept: false,
      leftover: null,
      root:
        first === null ? null : shownLine(words === null ? 'unclassified' : 'step-failed', first, dialect),
      consequences: matches.map((m) => shown(m, dialect)),
      notes: [...notes, ...context.map((l) => `log line ${l.line}: ${l.text}`)],
      harmless,
      hint: null,
    };
  }
  return {
    ...causeOf(root, surroundings, notes),
    root: shown(root, dialect),
    consequences: matches.filter((m) => m !== root).map((m) => shown(m, dialect)),
    notes,
    harmless,
  };
}

function causeOf(
  root: Match,
  { argv = [], swept, memory, definition }: Surroundings,
  notes: string[],
): Pick<Diagnosis, 'cause' | 'names_swept' | 'leftover' | 'hint'> {
  const { cause, may_name_setting, leftover: said, hint = null } = root.signature;
  if (root.flag !== null && definition !== null && !isSwept(root.flag, swept, definition)) {
    notes.push(`${root.flag} stands in the base command: every setting has it`);
  }
  const flag = root.value === null ? null : flagBefore(root.value, argv);
  if (flag !== null) notes.push(`${root.value} is the value of ${flag}`);
  const of_machine = ['environment', 'control', 'hardware'].includes(CAUSES[cause].class);
  const claim = may_name_setting === true && of_machine ? blamedClaim(root.value, swept) : null;
  if (claim !== null)
    notes.push(`the line names the value of ${claim.parameter}: the setting is at fault, not the machine`);
  if (cause !== 'out-of-memory') return { cause, names_swept: claim !== null, leftover: null, hint };
  const facts = memory ?? { clean: null, started_before: false };
  const leftover = leftoverVerdict(facts, said ?? leftoverIn(root.line.text));
  if (facts.why !== undefined) notes.push(facts.why);
  if (leftover === 'unknown') notes.push('whether memory of others was in the way is not known');
  const held = leftover === 'confirmed' || leftover === 'suspected';
  return held
    ? { cause: 'out-of-memory-leftover', names_swept: false, leftover, hint: null }
    : { cause, names_swept: false, leftover, hint };
}

function shown({ signature, line }: Match, dialect: Dialect): DiagnosedLine {
  return shownLine(signature.id, line, dialect);
}

function shownLine(signature: string, line: LogLine, dialect: Dialect): DiagnosedLine {
  return { signature, line: line.line, text: line.text, rank: dialect.rank(line) };
}
