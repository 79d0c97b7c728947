import http from 'node:http';
import https from 'node:https';

/** Connections of one measurement, kept open between its requests. */
export type Connections = http.Agent;

export function openConnections(protocol: string): Connections {
  const options = { keepAlive: true, scheduling: 'lifo' } as const;
  return protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
}

export interface ExchangeRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connections: Connections;
}

/** How an exchange came to its end: `end` in order, else by which failure. */
export type ExchangeEnd = 'end' | 'refused' | 'reset' | 'cut-off' | 'network';

export interface ExchangeListener {
  headers(status: number, headers: http.IncomingHttpHeaders): void;
  data(chunk: Buffer): void;
  /** Exactly once, unless `cancel` was called before. `stale`: a kept connection was closed before any answer. */
  end(how: ExchangeEnd, message: string, stale: boolean): void;
}

/** One POST. Redirects are not followed and no proxy is used: `node:http` does neither. Returns how to cancel it. */
export function exchange(request: ExchangeRequest, listener: ExchangeListener): () => void {
  const send = request.url.protocol === 'https:' ? https.request : http.request;
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'accept-encoding': 'identity',
    ...request.headers,
  };
  const outgoing = send(request.url, { method: 'POST', agent: request.connections, headers });
  let over = false;
  let answered = false;
  const end = (how: ExchangeEnd, message: string) => {
    if (over) return;
    over = true;
    listener.end(how, message, !answered && outgoing.reusedSocket && how === 'reset');
  };
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

function kindOf(error: NodeJS.ErrnoException): ExchangeEnd {
  if (error.code === 'ECONNREFUSED') return 'refused';
  return error.code === 'ECONNRESET' || error.code === 'EPIPE' ? 'reset' : 'network';
}
