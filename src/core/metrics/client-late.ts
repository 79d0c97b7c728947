import type { MeasurementBody } from '../documents/measurement.ts';
import { type Fault, fault } from '../fault.ts';

/** Whether a load that is void for that may not be with more threads. They help neither a machine that slept nor a full line. */
export function wantsThreads({ name, data }: Fault): boolean {
  return name === 'client-late' && data?.['error_bound_ms'] !== undefined && data['held'] !== true;
}

/**
 * Why a measurement is void although the server did nothing wrong: its client was late. null: it was not, or no request
 * was answered: then there is no number that could be wrong, and the failures stand.
 */
export function clientLate({
  client,
  ok,
  outcomes,
}: Pick<MeasurementBody, 'client' | 'ok' | 'outcomes'>): Fault | null {
  if (client.verdict !== 'late' || ok === 0) return null;
  const { error_bound_ms, why } = client;
  const held = (outcomes['unsent'] ?? 0) > 0;
  return fault(
    'client-late',
    `the numbers say nothing of the server: ${why ?? `times may be off by ${error_bound_ms} ms`}`,
    {
      data: { error_bound_ms, ...(held ? { held } : {}) },
      hint: held
        ? 'ask for less load, or allow more open requests'
        : 'this machine was too busy: less load, less beside it, or another machine',
    },
  );
}
