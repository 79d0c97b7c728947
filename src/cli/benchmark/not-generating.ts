import { FaultError, fault } from '../../core/fault.ts';

interface Answered {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export function notGenerating(message: string, hint: string): FaultError {
  return new FaultError(fault('not-generating', message, { hint }));
}

/** No redirect is followed. Fault: `not-generating`, with where it leads. `asked`: what was asked. */
export function refuseRedirect(asked: string, { status, headers }: Answered): void {
  if (status === null || status < 300 || status >= 400) return;
  throw notGenerating(
    `${asked} redirects to ${headers['location'] ?? 'somewhere else'}`,
    'name that address if it is the server: no redirect is followed',
  );
}
