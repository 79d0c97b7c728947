import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: {
    readonly prompt?: string;
    readonly messages?: readonly { readonly content: string }[];
    readonly [key: string]: unknown;
  };
  /** Events with output that were really written. */
  tokens: number;
}

/** One exchange as the server's script sees it. */
export interface Exchange {
  readonly seen: SeenRequest;
  readonly response: http.ServerResponse;
  /** Counts from 0 over the life of the server. */
  readonly number: number;
  begin(type?: string, status?: number): void;
  write(text: string | Buffer): void;
  /** One event with output, counted. */
  token(text: string): void;
  finish(reason?: string, extra?: Readonly<Record<string, unknown>>): void;
  done(): void;
  /** Ends the connection without a word. */
  reset(): void;
}

export type Script = (exchange: Exchange) => unknown;

export interface MockServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  readonly connections: () => number;
  close(): Promise<void>;
}

/** A whole answer of `n` tokens ` 1 2 3 ...`, as completions. */
export function counts(n: number, extra: Readonly<Record<string, unknown>> = {}): Script {
  return (x) => {
    x.begin();
    for (let i = 1; i <= n; i++) x.token(` ${i}`);
    x.finish('length', extra);
    x.done();
  };
}

export const event = (json: unknown) => `data: ${JSON.stringify(json)}\n\n`;

/** A server for one script; it keeps its own log of what it really sent. */
export async function startMock(script: Script): Promise<MockServer> {
  const seen: SeenRequest[] = [];
  let connections = 0;
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as SeenRequest['body'];
    const entry: SeenRequest = { path: request.url ?? '', headers: request.headers, body, tokens: 0 };
    const number = seen.push(entry) - 1;
    const write = (text: string | Buffer) => void response.write(text);
    const choice = (rest: object) => event({ choices: [{ index: 0, finish_reason: null, ...rest }] });
    await script({
      seen: entry,
      response,
      number,
      write,
      begin: (type = 'text/event-stream', status = 200) =>
        void response.writeHead(status, { 'content-type': type }),
      token(text) {
        entry.tokens++;
        write(choice({ text }));
      },
      finish: (reason = 'stop', extra = {}) =>
        write(event({ choices: [{ index: 0, text: '', finish_reason: reason }], ...extra })),
      done() {
        write('data: [DONE]\n\n');
        response.end();
      },
      reset: () => request.socket.resetAndDestroy(),
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
