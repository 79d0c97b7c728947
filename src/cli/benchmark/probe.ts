import { FaultError, fault } from '../../core/fault.ts';
import { SECOND } from '../../core/units.ts';
import { DIALECT_PATHS, type LoadDialect, type LoadTarget, type PreparedRequest } from '../../ports/load.ts';
import type { Ask } from './server.ts';

const QUOTED = 300;

/** One whole request before the load, so that a server that takes none is told in one line. Fault: `not-generating`. */
export async function probe(
  ask: Ask,
  { url, headers }: LoadTarget,
  dialect: LoadDialect,
  { body }: PreparedRequest,
  timeout_ms: number,
): Promise<void> {
  const path = DIALECT_PATHS[dialect];
  const answer = await ask({
    method: 'POST',
    url: `${url}${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body,
    timeout_ms,
  });
  if (answer.error === 'TIMEOUT')
    throw refused(
      `POST ${path}: no whole answer within ${timeout_ms / SECOND} s`,
      'the server took the request and did not answer: look at its log',
    );
  if (answer.error === 'TOO_BIG')
    throw refused(
      `POST ${path}: an answer of more than 8 MiB`,
      'no answer of so few tokens is so large: what is at this address?',
    );
  if (answer.error !== null)
    throw refused(
      `POST ${path}: ${answer.error}`,
      'the connection ended before the answer did: look at the log of the server',
    );
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return;
  if (status !== null && status >= 300 && status < 400)
    throw refused(
      `POST ${path} redirects to ${answer.headers['location'] ?? 'somewhere else'}`,
      'name that address if it is the server: no redirect is followed',
    );
  const hint =
    status === 404
      ? 'the server has no such model or path: see --model, --endpoint and --backend'
      : 'the server refuses the request: see its words';
  throw refused(
    `POST ${path} answers ${status}: ${answer.body.slice(0, QUOTED).replaceAll(/\s+/g, ' ').trim()}`,
    hint,
  );
}

function refused(message: string, hint: string): FaultError {
  return new FaultError(fault('not-generating', message, { hint }));
}
