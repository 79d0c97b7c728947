import { SECOND } from '../../core/units.ts';
import { DIALECT_PATHS, type LoadDialect, type LoadTarget, type PreparedRequest } from '../../ports/load.ts';
import { notGenerating, refuseRedirect } from './not-generating.ts';
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
    throw notGenerating(
      `POST ${path}: no whole answer within ${timeout_ms / SECOND} s`,
      'the server took the request and did not answer: look at its log',
    );
  if (answer.error === 'TOO_BIG')
    throw notGenerating(
      `POST ${path}: an answer of more than 8 MiB`,
      'no answer of so few tokens is so large: what is at this address?',
    );
  if (answer.error !== null)
    throw notGenerating(
      `POST ${path}: ${answer.error}`,
      'the connection ended before the answer did: look at the log of the server',
    );
  const { status } = answer;
  if (status !== null && status >= 200 && status < 300) return;
  refuseRedirect(`POST ${path}`, answer);
  const hint =
    status === 404
      ? 'the server has no such model or path: see --model, --endpoint and --backend'
      : 'the server refuses the request: see its words';
  throw notGenerating(
    `POST ${path} answers ${status}: ${answer.body.slice(0, QUOTED).replaceAll(/\s+/g, ' ').trim()}`,
    hint,
  );
}
