import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the kernel gives to connections, so that nobody gets this one by accident. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 18_000 + randomInt(12_000);
    if (await canListen(port)) return port;
  }
}

export function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
