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

/** Ends that are a cause by themselves, whatever the log says. */
export function causeOfExit(exit: Exit | null): FaultCause | null {
  if (exit?.code === 127 || exit?.code === 126) return 'executable-missing';
  return signalOf(exit) === 'SIGILL' ? 'cpu-unsupported' : null;
}

/** What the end itself tells, without any log. */
export function exitNote(exit: Exit | null): string | null {
  if (exit?.code === 127) return 'exit 127: the executable was not found';
  if (exit?.code === 126) return 'exit 126: the file cannot be executed';
  const signal = signalOf(exit);
  return signal === null ? null : (BY_SIGNAL[signal] ?? null);
}
