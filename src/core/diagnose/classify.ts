import type { DiagnosedLine } from '../documents/diagnose.ts';
import type { EngineDefinition, EngineName, WantedFlag } from '../engine/definition.ts';
import { engineDefinition } from '../engine/index.ts';
import { CAUSES, type FaultCause } from '../fault.ts';
import type { LogLine } from '../log-line.ts';
import { blamedClaim, flagBefore, isSwept } from './blame.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { causeOfExit, type Exit, exitNote, signalOf } from './exit.ts';
import { type LeftoverVerdict, leftoverVerdict, type MemoryFacts } from './leftover.ts';
import { type Match, scan } from './scan.ts';

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
}

const CONTEXT_LINES = 3;

/**
 * Explains a failure that state has already declared; it never declares one. The earliest root line decides. Lines of
 * wrappers are consequences, harmless lines and request text are nothing.
 */
export function diagnose(input: DiagnosisInput): Diagnosis {
  const engine = engineDefinition(input.engine);
  const dialect = dialectOf(input.engine);
  const found = scan(input.lines, engine, dialect, signalOf(input.exit));
  const root = found.matches.find((m) => m.signature.role === 'root');
  const note = exitNote(input.exit, dialect.kills_itself);
  const notes = note === null ? [] : [note];
  if (root === undefined) {
    const first = found.first_error;
    return {
      cause: causeOfExit(input.exit) ?? 'unknown',
      names_swept: false,
      leftover: null,
      root: first === null ? null : shownLine('unclassified', first, dialect),
      consequences: unique(found.matches, dialect).map((m) => shown(m, dialect)),
      notes: [...notes, ...(first === null ? [] : around(first, input.lines))],
      harmless: found.harmless,
    };
  }
  return {
    ...causeOf(root, input, engine, notes),
    root: shown(root, dialect),
    consequences: unique([root, ...found.matches.filter((m) => m !== root)], dialect)
      .slice(1)
      .map((m) => shown(m, dialect)),
    notes,
    harmless: found.harmless,
  };
}

function causeOf(
  root: Match,
  input: DiagnosisInput,
  engine: EngineDefinition,
  notes: string[],
): Pick<Diagnosis, 'cause' | 'names_swept' | 'leftover'> {
  const { cause, may_name_setting } = root.signature;
  if (root.flag !== null && !isSwept(root.flag, input.swept, engine)) {
    notes.push(`${root.flag} stands in the base command: every setting has it`);
  }
  const flag = root.value === null ? null : flagBefore(root.value, input.argv ?? []);
  if (flag !== null) notes.push(`${root.value} is the value of ${flag}`);
  const of_machine = ['environment', 'control', 'hardware'].includes(CAUSES[cause].class);
  const claim = may_name_setting && of_machine ? blamedClaim(root.value, input.swept) : null;
  if (claim !== null)
    notes.push(`the line names the value of ${claim.parameter}: the setting is at fault, not the machine`);
  if (cause !== 'out-of-memory') return { cause, names_swept: claim !== null, leftover: null };
  const leftover = leftoverVerdict(input.memory ?? { clean: null, started_before: false });
  if (input.memory?.why !== undefined) notes.push(input.memory.why);
  if (leftover === 'unknown') notes.push('whether memory of others was in the way is not known');
  const held = leftover === 'confirmed' || leftover === 'suspected';
  return { cause: held ? 'out-of-memory-leftover' : cause, names_swept: false, leftover };
}

function shown({ signature, line }: Match, dialect: Dialect): DiagnosedLine {
  return shownLine(signature.id, line, dialect);
}

function shownLine(signature: string, line: LogLine, dialect: Dialect): DiagnosedLine {
  return { signature, line: line.line, text: line.text, rank: dialect.rank(line) };
}

/** llama.cpp with `--fit` tries twice and says everything twice; of SGLang every rank says it. */
function unique(matches: readonly Match[], dialect: Dialect): readonly Match[] {
  const seen = new Set<string>();
  return matches.filter(({ signature, line }) => {
    const key = `${signature.id}\n${dialect.message(line)}`;
    const first = !seen.has(key);
    seen.add(key);
    return first;
  });
}

function around(line: LogLine, lines: readonly LogLine[]): readonly string[] {
  const at = lines.indexOf(line);
  return lines
    .slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1)
    .map((l) => `log line ${l.line}: ${l.text}`);
}
