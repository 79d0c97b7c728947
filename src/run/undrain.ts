import { FaultError } from '../core/fault.ts';
import type { Session } from './session.ts';

const CALL = { port: 'hooks', method: 'run' };

/**
 * Lets the clients come back, once what they use is up again. Owed from the moment at which the drain hook was begun,
 * whatever became of it. A hook that fails is told: the service stays drained until somebody does it by hand.
 */
export async function undrain(session: Session): Promise<void> {
  if (!session.state.undrain_owed || !session.hooks.has('undrain')) return;
  const call = { ...CALL, change: session.state.changes };
  const detail = { hook: 'undrain' };
  await session.append({ type: 'intent', ...call, detail });
  const failure = await session.hooks.run('undrain', {}).then(
    () => null,
    (error: unknown) => {
      if (error instanceof FaultError) return error.fault;
      throw error;
    },
  );
  const said = failure === null ? {} : { fault: failure.name, message: failure.message };
  await session.append({ type: 'outcome', ...call, ok: failure === null, detail: { ...detail, ...said } });
  if (failure === null) return;
  const text = `the service is still drained: ${failure.message}; run the undrain hook by hand`;
  await session.append({ type: 'note', text });
}
