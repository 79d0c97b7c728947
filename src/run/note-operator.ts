import type { Session } from './session.ts';

/** Signals become records in the loop's own turn. */
export async function noteOperator(session: Session): Promise<void> {
  const { latest } = session.request.operator;
  if (latest === null) return;
  const { stop, abandoned } = session.state;
  if (stop === null || (latest === 'abandon' && !abandoned))
    await session.append({ type: 'operator', request: latest });
}
