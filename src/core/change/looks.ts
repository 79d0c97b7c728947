import type { Fault } from '../fault.ts';

/** Looks in a row that may fail before the host counts as unreadable. */
export const LOOKS = 3;

/** May the next look succeed where this one did not? */
export function isPassing({ name }: Fault): boolean {
  return name === 'probe-failed' || name === 'probe-hung';
}
