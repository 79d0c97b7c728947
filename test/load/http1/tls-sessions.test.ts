import type { TLSSocket } from 'node:tls';
import { afterEach, expect, it } from 'vitest';
import { openConnections } from '../../../src/load/http1/connections.ts';
import { CA, type RawServer, startRaw } from './raw-server.ts';
import { ask } from './told.ts';

let server: RawServer | null = null;
const connections = openConnections('https:', CA);
afterEach(async () => {
  connections.destroy();
  await server?.close();
});

it('a second connection of TLS goes on with the session of the first', async () => {
  const resumed: boolean[] = [];
  const spoken: unknown[] = [];
  server = await startRaw(
    async (visit) => {
      const socket = visit.socket as TLSSocket;
      await visit.request();
      resumed.push(socket.isSessionReused());
      spoken.push([socket.getProtocol(), Reflect.get(socket, 'servername')]);
      visit.write('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok');
    },
    { protocol: 'https:' },
  );
  for (let i = 0; i < 3; i++) {
    const { told } = ask(connections, server.url);
    expect(await told.ended, told.message).toBe('end');
  }
  expect(resumed).toEqual([false, true, true]);
  expect(spoken).toEqual(Array(3).fill(['TLSv1.3', false]));
});
