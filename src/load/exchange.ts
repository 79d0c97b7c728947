import http from 'node:http';
import https from 'node:https';
import { rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import { tlsError } from '../core/tls-error.ts';
import type { Connections, ExchangeEnd, ExchangeListener, ExchangeRequest } from '../ports/exchange.ts';

/** `ca`: PEM of a certificate authority that is trusted beside the usual ones; null: none. */
export function openConnections(protocol: string, ca: string | null = null): Connections {
  const options = { keepAlive: true, scheduling: 'lifo' } as const;
  const trusted = ca === null ? {} : { ca: [...rootCertificates, ca] };
  const agent = protocol === 'https:' ? new https.Agent({ ...options, ...trusted }) : new http.Agent(options);
  return {
    exchange: (request, listener) => exchange(agent, request, listener),
    destroy: () => agent.destroy(),
  };
}

function exchange(agent: http.Agent, request: ExchangeRequest, listener: ExchangeListener): () => void {
  const send = request.url.protocol === 'https:' ? https.request : http.request;
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    ...request.headers,
  };
  const outgoing = send({ ...addressOf(request.url), method: 'POST', agent, headers });
  let over = false;
  let answered = false;
  const end = (how: ExchangeEnd, message: string) => {
    if (over) return;
    over = true;
    listener.end(how, message, !answered && outgoing.reusedSocket && how === 'reset');
  };
  // many requests that are made in one go all wait until the last of them is made
  outgoing.once('socket', () => {
    if (!over) listener.taken?.();
  });
  outgoing.on('response', (incoming) => {
    answered = true;
    if (over) return;
    listener.headers(incoming.statusCode ?? 0, incoming.headers);
    incoming.on('data', (chunk: Buffer) => {
      if (!over) listener.data(chunk);
    });
    incoming.on('end', () => end('end', ''));
    incoming.on('error', (error) => end('cut-off', error.message));
    incoming.on('close', () => end('cut-off', 'the connection was closed within the body'));
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) =>
    end(answered ? 'cut-off' : kindOf(error), error.message),
  );
  outgoing.end(request.body);
  return () => {
    over = true;
    outgoing.destroy();
  };
}

const ADDRESSES = new WeakMap<URL, http.RequestOptions>();

/** A load sends thousands of requests to one address, and a URL is dear to take apart. */
function addressOf(url: URL): http.RequestOptions {
  const known = ADDRESSES.get(url);
  if (known !== undefined) return known;
  const address = urlToHttpOptions(url);
  ADDRESSES.set(url, address);
  return address;
}

function kindOf(error: NodeJS.ErrnoException): ExchangeEnd {
  if (error.code === 'ECONNREFUSED') return 'refused';
  if (tlsError(error.code ?? '') !== null) return 'tls';
  return error.code === 'ECONNRESET' || error.code === 'EPIPE' ? 'reset' : 'network';
}
