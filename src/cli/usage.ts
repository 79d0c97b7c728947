import { FaultError, fault } from '../core/fault.ts';

/** The command line, or what it names, is wrong: exit 2 with what would be right. */
export function usage(message: string, hint: string): FaultError {
  return new FaultError(fault('usage', message, { hint }));
}
