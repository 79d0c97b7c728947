import type { Endpoint } from '../../core/config/configuration.ts';
import { endpointAt, readEndpoint } from '../../core/config/endpoint.ts';
import type { FaultError } from '../../core/fault.ts';
import type { BenchMeans } from '../../ports/bench-means.ts';
import type { LoadTarget } from '../../ports/load.ts';
import type { Context } from '../context.ts';
import { optionValue } from '../quantities.ts';
import { usage } from '../usage.ts';
import { notGenerating, refuseRedirect } from './not-generating.ts';
import type { BenchOptions } from './options.ts';

export type Ask = BenchMeans['ask'];

const ANSWER_MS = 10_000;

/** Of a simulated host nothing can be asked from here. Fault: `usage`. */
export function refuseSimulated({ env }: Context, what: string): void {
  if ((env['HOLDPOINT_HOST'] ?? '') !== '')
    throw usage(`${what} real servers`, 'HOLDPOINT_HOST names a simulated host: unset it');
}

/** The server as the options name it. A trailing /v1 is what users of other clients write, and means the same. Fault: `usage`. */
export function endpointOf({ url, baseUrl, host, port }: BenchOptions): Endpoint {
  const named = url ?? baseUrl;
  if (named !== undefined) return optionValue('url', readEndpoint(named.replace(/\/v1\/?$/, '')));
  if (port === undefined) throw usage('no server is named', 'give --url http://ADDRESS:PORT');
  return optionValue('host', readEndpoint(endpointAt(host ?? '127.0.0.1', port).url));
}

/** Headers that the user named, for the server that the user named. Fault: `usage`. */
export function headersOf(
  { env }: Context,
  { apiKeyEnv, header = [] }: BenchOptions,
): Readonly<Record<string, string>> {
  const key = apiKeyEnv === undefined ? null : env[apiKeyEnv];
  if (key === undefined || key === '')
    throw usage(`--api-key-env: the variable ${apiKeyEnv} is not set`, 'set it, or name another');
  const named = header.map((text) => {
    const [, name, value] = /^([A-Za-z0-9-]+)=([\x20-\x7e]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined)
      throw usage('--header: not NAME=VALUE', 'for example --header x-team=search');
    return [name.toLowerCase(), value] as const;
  });
  return { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...Object.fromEntries(named) };
}

/** Asks for the models before anything is sent: what is wrong with an address shows here. Faults: `not-generating`, `usage`. */
export async function modelAt(
  ask: Ask,
  url: string,
  headers: Readonly<Record<string, string>>,
  wanted: string | null,
): Promise<LoadTarget> {
  const answer = await ask({ method: 'GET', url: `${url}/v1/models`, headers, timeout_ms: ANSWER_MS });
  if (answer.error !== null) throw unreachable(url, answer.error);
  const { status } = answer;
  refuseRedirect(url, answer);
  if (status === 401 || status === 403)
    throw notGenerating(
      `${url} wants a key (${status})`,
      'name the variable that holds it: --api-key-env NAME',
    );
  // a server that speaks only its own dialect lists no models
  if (status === 404) return { url, headers, model: wanted };
  if (status !== 200)
    throw notGenerating(
      `${url}/v1/models answers ${status}`,
      'is it ready? `holdpoint wait ready` waits for it',
    );
  const listed = modelsIn(answer.body);
  if (listed === null)
    throw notGenerating(
      `${url}/v1/models is no list of models`,
      'is this the address of an inference server?',
    );
  const [first = null] = listed;
  const free = wanted === null || listed.some(({ id }) => id === wanted) || listed.some(({ any }) => any);
  if (free) return { url, headers, model: wanted ?? first?.id ?? null };
  throw usage(`--model: the server has no \`${wanted}\``, `it has: ${listed.map(({ id }) => id).join(', ')}`);
}

/** llama.cpp answers with its one model, whatever name it is asked by. */
function modelsIn(body: string): readonly { readonly id: string; readonly any: boolean }[] | null {
  try {
    const { data } = JSON.parse(body) as { readonly data?: unknown };
    if (!Array.isArray(data)) return null;
    return data.flatMap((model: { readonly id?: unknown; readonly owned_by?: unknown } | null) =>
      typeof model?.id === 'string' ? [{ id: model.id, any: model.owned_by === 'llamacpp' }] : [],
    );
  } catch {
    return null;
  }
}

const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name of the host cannot be resolved now',
  EHOSTUNREACH: 'there is no way to this host',
  ENETUNREACH: 'there is no way to this network',
  TIMEOUT: `no answer within ${ANSWER_MS / 1000} s`,
  TLS: 'it speaks no TLS, or none that is spoken here',
  TLS_EXPIRED: 'its certificate has expired, or is not valid yet by the clock of this machine',
  TLS_WRONG_HOST: 'its certificate is of another host',
  TLS_UNTRUSTED: 'its certificate is signed by nobody who is trusted here',
  NOT_HTTP: 'what answers there speaks no HTTP',
};

function unreachable(url: string, error: string): FaultError {
  return notGenerating(
    `${url}: ${ERRORS[error] ?? error}`,
    error === 'TLS_UNTRUSTED'
      ? 'if it is your own authority, name its certificate: NODE_EXTRA_CA_CERTS=FILE'
      : 'check address, port and scheme (http or https) with the server',
  );
}

/** POST addresses that empty a prefix cache: SGLang's, and that of vLLM in its development mode. */
const FLUSHES = ['/flush_cache', '/reset_prefix_cache'];

/** Empties the prefix cache. null: done; else why it was not, in words. */
export async function flushCache(ask: Ask, { url, headers }: LoadTarget): Promise<string | null> {
  const said: string[] = [];
  for (const path of FLUSHES) {
    const { status, error } = await ask({
      method: 'POST',
      url: `${url}${path}`,
      headers,
      body: '',
      timeout_ms: ANSWER_MS,
    });
    if (status !== null && status >= 200 && status < 300) return null;
    said.push(`${path}: ${status ?? error}`);
  }
  return `the prefix cache could not be emptied (${said.join(', ')}): SGLang can, and vLLM with VLLM_SERVER_DEV_MODE=1`;
}
