import type { FaultCause } from '../fault.ts';

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

interface Failure {
  readonly note: string;
  readonly cause: FaultCause;
}

/** Statuses of a shell, and of a service manager that could not run the program at all (systemd.exec(5)). */
const BEFORE_EXEC: Readonly<Record<number, Failure>> = {
  126: { note: 'exit 126: the file cannot be executed', cause: 'executable-missing' },
  127: { note: 'exit 127: the executable was not found', cause: 'executable-missing' },
  200: {
    note: 'exit 200: systemd could not enter the working folder of the unit',
    cause: 'executable-missing',
  },
  203: { note: 'exit 203: systemd could not execute the program', cause: 'executable-missing' },
  217: { note: 'exit 217: systemd could not become the user of the unit', cause: 'executable-missing' },
};

/** Ends that are a cause by themselves, whatever the log says. */
export function causeOfExit(exit: Exit | null): FaultCause | null {
  const failure = BEFORE_EXEC[exit?.code ?? 0];
  if (failure !== undefined) return failure.cause;
  return signalOf(exit) === 'SIGILL' ? 'cpu-unsupported' : null;
}

const KILLED_ITSELF =
  'ended by SIGKILL: this engine does that to itself after every failure and every stop, so it is no sign of a lack of host memory';

/** What the end itself tells, without any log. An engine that `kills_itself` tells nothing by SIGKILL. */
export function exitNote(exit: Exit | null, kills_itself: boolean): string | null {
  const failure = BEFORE_EXEC[exit?.code ?? 0];
  if (failure !== undefined) return failure.note;
  const signal = signalOf(exit);
  if (signal === 'SIGKILL' && kills_itself) return KILLED_ITSELF;
  return signal === null ? null : (BY_SIGNAL[signal] ?? null);
}
