import type { Fault } from '../fault.ts';

/** Looks in a row that may fail before the host counts as unreadable. */
export const LOOKS = 3;

/** One look that fails is no reason to end a run; so many in a row, or a fault that stays, are. */
export function isLasting(fault: Fault, looks: number): boolean {
  return !isPassing(fault) || looks >= LOOKS;
}

/** May the next look succeed where this one did not? */
function isPassing({ name }: Fault): boolean {
  return name === 'probe-failed' || name === 'probe-hung';
}
