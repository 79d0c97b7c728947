import type { FaultCause } from '../fault.ts';
import { failedStep, failedStepLine } from './systemd-steps.ts';

/** How a process ended; both null: unknown. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

const SIGNALS: Readonly<Record<number, string>> = {
  4: 'SIGILL',
  6: 'SIGABRT',
  7: 'SIGBUS',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
};

/** The signal that ended it; a shell in between reports 128 + its number as the exit code. */
export function signalOf(exit: Exit | null): string | null {
  if (exit === null) return null;
  return exit.signal ?? SIGNALS[(exit.code ?? 0) - 128] ?? null;
}

const BY_SIGNAL: Readonly<Record<string, string>> = {
  SIGILL: 'ended by SIGILL: the executable uses instructions that this processor does not have',
  SIGABRT: 'ended by SIGABRT: the engine gave up by itself, usually at an assertion',
  SIGBUS: 'ended by SIGBUS: a mapped file became shorter, or shared memory ran out',
  SIGKILL: 'ended by SIGKILL: from outside, perhaps by the kernel for lack of memory (see the kernel log)',
  SIGSEGV: 'ended by SIGSEGV: the engine touched memory that is not its own',
};

type Lines = readonly { readonly text: string }[];

/** Statuses of a shell that could not run the program at all. */
const OF_SHELL: Readonly<Record<number, string>> = {
  126: 'exit 126: the file cannot be executed',
  127: 'exit 127: the executable was not found',
};

const EXEC = 203;

/** Ends that are a cause by themselves, whatever the engine says. `lines`: for the words of a service manager. */
export function causeOfExit(exit: Exit | null, lines: Lines): FaultCause | null {
  const code = exit?.code ?? null;
  if (code === EXEC || OF_SHELL[code ?? 0] !== undefined) return 'executable-missing';
  if (failedStep(code, lines) !== null) return 'configuration';
  return signalOf(exit) === 'SIGILL' ? 'cpu-unsupported' : null;
}

/** What a manager says of a start that failed before the program began; null: it did not, or its words are not there. */
export function wordsOfManager<Line extends { readonly text: string }>(
  exit: Exit | null,
  lines: readonly Line[],
): Line | null {
  return failedStep(exit?.code ?? null, lines) === null ? null : failedStepLine(lines);
}

const KILLED_ITSELF =
  'ended by SIGKILL: this engine does that to itself after every failure and every stop, so it is no sign of a lack of host memory';

/** What the end itself tells, without any log. An engine that `kills_itself` tells nothing by SIGKILL. */
export function exitNote(exit: Exit | null, kills_itself: boolean, lines: Lines): string | null {
  const of_shell = OF_SHELL[exit?.code ?? 0];
  if (of_shell !== undefined) return of_shell;
  const step = failedStep(exit?.code ?? null, lines);
  if (step !== null) return `exit ${step.code}/${step.name}: systemd could not ${step.what}`;
  const signal = signalOf(exit);
  if (signal === 'SIGKILL' && kills_itself) return KILLED_ITSELF;
  return signal === null ? null : (BY_SIGNAL[signal] ?? null);
}
