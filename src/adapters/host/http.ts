import http from 'node:http';
import { tlsError } from '../../core/tls-error.ts';
import type { HttpRequest, HttpResponse } from '../../ports/host.ts';

/** No answer of a server is read further than this. */
const LARGEST_BODY = 8 * 1024 * 1024;

/**
 * One exchange on a connection of its own: an old connection could lead to a server that is gone from the port. No
 * redirect is followed and no proxy variable obeyed. Either `status` or `error` is null: a broken answer is none.
 */
export function exchange(request: HttpRequest, ca: string | null): Promise<HttpResponse> {
  const begun = performance.now();
  return new Promise((resolve) => {
    let outgoing: http.ClientRequest | undefined;
    const end = (result: Pick<HttpResponse, 'status' | 'headers' | 'body' | 'error'>): void => {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', aborted);
      outgoing?.destroy();
      resolve({ ...result, took_ms: performance.now() - begun });
    };
    const fail = (error: string): void => end({ status: null, headers: {}, body: '', error });
    const timer = setTimeout(() => fail('TIMEOUT'), request.timeout_ms);
    const aborted = (): void => fail('ABORTED');
    if (request.signal?.aborted) return aborted();
    request.signal?.addEventListener('abort', aborted, { once: true });
    try {
      outgoing = open(request, ca, (response) => receive(response, end, fail));
    } catch (error) {
      return fail(word(error));
    }
    outgoing.on('error', (error) => fail(word(error)));
    outgoing.end(request.body);
  });
}

function open(
  request: HttpRequest,
  ca: string | null,
  onResponse: (r: http.IncomingMessage) => void,
): http.ClientRequest {
  const url = new URL(request.url);
  const headers: Record<string, string> = { ...request.headers };
  if (request.body !== undefined) headers['content-length'] = String(Buffer.byteLength(request.body));
  const options = { method: request.method, headers, agent: false as const };
  if (url.protocol !== 'https:') return http.request(url, options, onResponse);
  // only where it is spoken: an import of TLS is a tenth of a command's start
  const https = process.getBuiltinModule('node:https');
  const { rootCertificates } = process.getBuiltinModule('node:tls');
  return https.request(
    url,
    ca === null ? options : { ...options, ca: [...rootCertificates, ca] },
    onResponse,
  );
}

function receive(
  response: http.IncomingMessage,
  end: (result: Pick<HttpResponse, 'status' | 'headers' | 'body' | 'error'>) => void,
  fail: (error: string) => void,
): void {
  const parts: Buffer[] = [];
  let size = 0;
  response.on('data', (part: Buffer) => {
    size += part.length;
    if (size > LARGEST_BODY) fail('TOO_BIG');
    else parts.push(part);
  });
  response.on('error', (error) => fail(word(error)));
  response.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    end({ status: response.statusCode ?? null, headers: flat(response.headers), body, error: null });
  });
}

function flat(headers: http.IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** The reason in one word: an errno, a `TlsError`, or NOT_HTTP, BAD_URL, TIMEOUT, TOO_BIG. */
function word(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code.startsWith('HPE_')) return 'NOT_HTTP';
  if (/^(ERR_INVALID_URL|ERR_INVALID_PROTOCOL|ERR_UNESCAPED_CHARACTERS|ERR_INVALID_CHAR)/.test(code))
    return 'BAD_URL';
  return tlsError(code) ?? (code === '' ? 'ERROR' : code);
}
