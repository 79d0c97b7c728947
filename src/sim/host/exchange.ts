import type { Clock } from '../../ports/clock.ts';
import type { HttpRequest, HttpResponse } from '../../ports/host.ts';
import { isOwn, resolve as resolveAddress } from '../kernel/addresses.ts';
import type { Cancel, Kernel, SimRequest } from '../machine.ts';

/** No answer of a server is read further than this. */
const LARGEST_BODY = 8 * 1024 * 1024;

/** One exchange as the local host has it: no redirect is followed, and a broken answer is none. */
export function exchange(kernel: Kernel, clock: Clock, request: HttpRequest): Promise<HttpResponse> {
  const begun = clock.now();
  return new Promise((resolve) => {
    const end = (result: Omit<HttpResponse, 'took_ms'>): void => {
      cancel();
      close();
      request.signal?.removeEventListener('abort', aborted);
      resolve({ took_ms: clock.now() - begun, ...result });
    };
    const fail = (error: string): void => end({ status: null, headers: {}, body: '', error });
    const aborted = (): void => fail('ABORTED');
    const cancel = clock.alarm(request.timeout_ms, () => fail('TIMEOUT'));
    request.signal?.addEventListener('abort', aborted, { once: true });
    const close = begin(kernel, request, fail, end);
    if (request.signal?.aborted) queueMicrotask(aborted);
  });
}

function begin(
  kernel: Kernel,
  request: HttpRequest,
  fail: (error: string) => void,
  end: (result: Omit<HttpResponse, 'took_ms'>) => void,
): Cancel {
  let status: number | null = null;
  let headers: Readonly<Record<string, string>> = {};
  const parts: string[] = [];
  let size = 0;
  const target = destination(kernel.hostname, request.url);
  if ('error' in target) {
    // Not from inside the call: the caller is still putting its own parts together.
    queueMicrotask(() => fail(target.error));
    return () => {};
  }
  return kernel.open(target.address, target.port, asReceived(request, target.path, target.host), {
    head(code, fields) {
      status = code;
      headers = lowerCased(fields);
    },
    data(text) {
      size += Buffer.byteLength(text);
      if (size > LARGEST_BODY) fail('TOO_BIG');
      else parts.push(text);
    },
    end: () => end({ status, headers, body: parts.join(''), error: null }),
    failed: fail,
  });
}

interface Destination {
  readonly address: string;
  readonly port: number;
  readonly path: string;
  readonly host: string;
}

function destination(hostname: string, text: string): Destination | { readonly error: string } {
  const url = parsed(text);
  if (url === null) return { error: 'BAD_URL' };
  if (url.protocol === 'https:') return { error: 'TLS' };
  if (url.protocol !== 'http:') return { error: 'BAD_URL' };
  const address = resolveAddress(url.hostname, hostname);
  if (address === null) return { error: 'ENOTFOUND' };
  if (!isOwn(address)) return { error: 'EHOSTUNREACH' };
  const port = url.port === '' ? 80 : Number(url.port);
  return { address, port, path: url.pathname + url.search, host: url.host };
}

/** The same few are asked for all the time, and to read one takes longer than the rest of the exchange. */
const urls = new Map<string, URL | null>();
const MOST_URLS = 64;

function parsed(text: string): URL | null {
  const known = urls.get(text);
  if (known !== undefined) return known;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (urls.size >= MOST_URLS) urls.clear();
  urls.set(text, url);
  return url;
}

function asReceived(request: HttpRequest, path: string, host: string): SimRequest {
  const { method, body = '' } = request;
  const length = request.body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return { method, path, body, headers: { host, ...length, ...lowerCased(request.headers ?? {}) } };
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower: Record<string, string> = {};
  for (const name of Object.keys(headers)) lower[name.toLowerCase()] = headers[name] ?? '';
  return lower;
}
