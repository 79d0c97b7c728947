import type { Fault, FaultName } from '../core/fault.ts';

/**
 * What was thrown and is no fault is a defect of Holdpoint itself: exit 1. It stands outside the table of faults,
 * whose rows are things that a program may expect.
 */
export function bug(error: unknown): Fault {
  const [first = 'nothing was said', ...stack] = (
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  ).split('\n');
  return {
    name: 'bug' as FaultName,
    class: 'environment',
    scope: 'run',
    retry: { max: 0, after_s: [] },
    message: first,
    hint: 'this is a defect of Holdpoint: please report it with these lines',
    data: {},
    problems: [],
    evidence: stack.map((line) => ({ kind: 'stack', text: line.trim() })),
  };
}
