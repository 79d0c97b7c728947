import type { Milliseconds } from '../core/units.ts';
import type { RunRequest } from './api.ts';
import type { OperatorRequest } from './operator.ts';

/** Waits that long, or until the operator asks for one of these; what was asked for before ends it at once. */
export async function waitUnlessAsked(
  { ports: { clock }, operator }: Pick<RunRequest, 'ports' | 'operator'>,
  ms: Milliseconds,
  requests: readonly OperatorRequest[],
): Promise<void> {
  const asked = new AbortController();
  const hear = (request: OperatorRequest): void => {
    if (requests.includes(request)) asked.abort();
  };
  const off = operator.onRequest(hear);
  if (operator.latest !== null) hear(operator.latest);
  try {
    await clock.wait(ms, asked.signal);
  } finally {
    off();
  }
}
