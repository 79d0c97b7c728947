import type { Evidence, Fault } from '../fault.ts';
import { visible } from '../visible.ts';
import type { Answers, Ask } from './types.ts';

/** The value of an answered call. The caller knows its shape from the port's contract. */
export function value<T>(answers: Answers, tag: string): T | null {
  const answer = answers.get(tag);
  return answer?.ok === true ? (answer.value as T) : null;
}

/** The first fault among the answers; hold points that fail closed on any unreadable answer use it. */
export function firstFault(answers: Answers): Fault | null {
  for (const answer of answers.values()) if (!answer.ok) return answer.fault;
  return null;
}

export function faultOf(answers: Answers, tag: string): Fault | null {
  const answer = answers.get(tag);
  return answer !== undefined && !answer.ok ? answer.fault : null;
}

export function probe(tag: string, port: Ask['port'], method: string, ...args: readonly unknown[]): Ask {
  return { tag, port, method, args, action: false };
}

export function action(
  tag: string,
  port: Ask['port'],
  method: string,
  args: readonly unknown[],
  detail: Readonly<Record<string, unknown>>,
): Ask {
  return { tag, port, method, args, action: true, detail };
}

export function note(kind: string, text: string, more: Partial<Evidence> = {}): Evidence {
  return { kind, text: visible(text), ...more };
}
