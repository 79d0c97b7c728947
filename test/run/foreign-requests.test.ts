import { expect, test } from 'vitest';
import type { Traffic } from '../../src/ports/engine.ts';
import type { ClientConnection } from '../../src/ports/host.ts';
import { ForeignRequests } from '../../src/run/foreign-requests.ts';
import type { Ports } from '../../src/run/ports.ts';

const STREAM: ClientConnection = {
  address: '10.1.2.3',
  port: 50_000,
  local: false,
  pid: null,
  user: null,
  command: '',
  queued_bytes: 0,
  idle_ms: 20,
  unanswered: false,
};

function scene(traffic: Traffic | null, looks: readonly (readonly ClientConnection[])[]) {
  const left = [...looks];
  const ports = {
    engine: { traffic: async () => traffic },
    host: { connections: async () => left.shift() ?? [] },
  } as unknown as Ports;
  const endpoint = { address: '127.0.0.1', port: 8080 };
  return new ForeignRequests(ports, { endpoint, concurrency: 2 });
}

test('without counters only a connection that is in use at two looks in a row is a request of others', async () => {
  const steady = scene(null, [[STREAM], [STREAM]]);
  expect(await steady.during()).toBeNull();
  expect((await steady.during())?.fault).toMatchObject({
    name: 'foreign-load',
    message: 'data of others during the measurement, from 10.1.2.3',
    data: { requests: null, when: 'during' },
  });
  const probed = scene(null, [[STREAM], [{ ...STREAM, idle_ms: 1_020 }], [{ ...STREAM, port: 50_002 }]]);
  expect([await probed.during(), await probed.during(), await probed.during()]).toEqual([null, null, null]);
});

test('with counters what is above our own number counts, and the connections only name', async () => {
  const counted = (running: number) => ({ running, waiting: 0, source: '/metrics' });
  expect(await scene(counted(2), [[STREAM]]).during()).toBeNull();
  expect((await scene(counted(3), [[STREAM]]).during())?.requests).toBe(1);
  expect(await scene(counted(0), [[STREAM]]).beside('before')).toEqual({ open: 0, found: null });
  expect(await scene(null, [[STREAM]]).beside('after')).toEqual({ open: null, found: null });
});
