import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Kernel } from '../machine.ts';

/** Belong to one connection, not to the exchange. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/** Hands one real request to whoever listens on the simulated port, and the answer back piece by piece as it comes. */
export async function bridge(
  kernel: Kernel,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  if (body === null) return;
  const { method = 'GET', url: path = '/' } = request;
  const headers = singleHeaders(request);
  response.sendDate = false;
  await new Promise<void>((resolve) => {
    const cancel = kernel.open(
      '127.0.0.1',
      port,
      { method, path, headers, body },
      {
        head(status, fields) {
          response.writeHead(status, kept(fields));
          response.flushHeaders();
        },
        data: (text) => void response.write(text),
        end: () => void response.end(),
        failed: () => void request.socket.resetAndDestroy(),
      },
    );
    response.once('close', () => {
      if (!response.writableFinished) cancel();
      resolve();
    });
  });
}

/** null: the client went away within it. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function singleHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

function kept(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !OF_THE_CONNECTION.has(name.toLowerCase())),
  );
}
