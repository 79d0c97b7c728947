import { type Fault, fault } from '../core/fault.ts';

/** What was thrown and is no fault is a defect of Holdpoint itself: exit 1. */
export function bug(error: unknown): Fault {
  const [first = 'nothing was said', ...stack] = (
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  ).split('\n');
  return fault('bug', first, { evidence: stack.map((line) => ({ kind: 'stack', text: line.trim() })) });
}
