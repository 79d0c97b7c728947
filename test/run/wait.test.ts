import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { FaultError, fault } from '../../src/core/fault.ts';
import type { PortHolder } from '../../src/ports/host.ts';
import type { Life, Present, Supervisor } from '../../src/ports/supervisor.ts';
import type { Token } from '../../src/run/token.ts';
import { type WaitRequest, waitFor } from '../../src/run/wait.ts';
import { absent, host, member, ports, running } from './doctor/patient.ts';

const endpoint = {
  url: 'http://127.0.0.1:8080',
  protocol: 'http:',
  address: '127.0.0.1',
  port: 8080,
} as const;
const listener: PortHolder = {
  pid: member.pid,
  start_ticks: member.start_ticks,
  uid: 1000,
  user: 'ai',
  command: 'server',
  inode: '1',
  address: '127.0.0.1',
};

const token: Token = {
  v: 1,
  service: { kind: 'process-adopted', adopt: { port: 8080 } },
  endpoint,
  engine: 'llamacpp',
  devices: null,
  generation: running.generation,
  members: [member],
  objects: [],
  floor: {},
  at: '',
};

interface Scene {
  readonly kind?: Supervisor['kind'];
  readonly present?: () => Promise<Present>;
  readonly life?: () => Promise<Life>;
  readonly holders?: readonly PortHolder[];
}

function waiting(condition: WaitRequest['condition'], since: Token | null, scene: Scene) {
  const clock = new VirtualClock();
  const { holders = [listener], kind = 'process', present = async () => absent, life } = scene;
  const wired = ports({
    clock,
    host: host({
      port: async (_address, port) => ({ port, listeners: holders, bind: 'held', bind_error: null }),
    }),
    supervisor: { kind, present, life, follow: async () => undefined } as unknown as Supervisor,
    credentials: { witnessed: false, headers: () => ({}), secrets: () => [] },
  });
  const waited = clock.run(
    waitFor({
      condition,
      since,
      endpoint,
      floor_bytes: null,
      any_generation: true,
      timeout_ms: 60_000,
      ports: wired,
      operator: { latest: null, onRequest: () => () => undefined },
      waiting: () => undefined,
    }),
  );
  return { waited, credentials: wired.credentials };
}

test('a stranger on the port of a unit that does not run is no server of it, and gets no key', async () => {
  const { waited, credentials } = waiting('ready', null, { kind: 'systemd' });
  await expect(waited).rejects.toMatchObject({ fault: { name: 'wrong-listener' } });
  expect(credentials.witnessed).toBe(false);
});

test('a server that was named by its port is whoever listens there', async () => {
  const { waited, credentials } = waiting('ready', null, {});
  expect(await waited).toMatchObject({ state: 'passed' });
  expect(credentials.witnessed).toBe(true);
});

test('the pid of the old server in another life is a new server', async () => {
  const again = { ...listener, start_ticks: 900 };
  expect(await waiting('ready', token, { holders: [again] }).waited).toMatchObject({ state: 'passed' });
  await expect(waiting('ready', token, {}).waited).rejects.toMatchObject({ fault: { name: 'load-timeout' } });
});

const GONE: Life = {
  alive: false,
  exit: null,
  members: [],
  rss_bytes: 0,
  cpu_ticks: 0,
  io_bytes: 0,
  restarts: null,
};

/** Fails at the looks that are named, counted from 0; still running at every other one until the last. */
function lives(failing: readonly number[], last: number, name: 'probe-hung' | 'permission' = 'probe-hung') {
  let look = -1;
  return async (): Promise<Life> => {
    look += 1;
    if (failing.includes(look)) throw new FaultError(fault(name, 'systemctl show does not return'));
    return look < last ? { ...GONE, alive: true, members: [member] } : GONE;
  };
}

test('two looks in a row that fail end no wait, three do', async () => {
  const life = lives([0, 1, 3, 4], 5);
  expect(await waiting('stopped', token, { life }).waited).toMatchObject({ state: 'passed' });
  await expect(waiting('stopped', token, { life: lives([0, 1, 2], 3) }).waited).rejects.toMatchObject({
    fault: { name: 'probe-hung' },
  });
});

test('what will not pass ends the wait at once', async () => {
  const life = lives([0], 1, 'permission');
  await expect(waiting('stopped', token, { life }).waited).rejects.toMatchObject({
    fault: { name: 'permission' },
  });
});
