import { expect, it } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import type { OperatorRequest } from '../../src/run/operator.ts';
import type { Ports } from '../../src/run/ports.ts';
import { waitUnlessAsked } from '../../src/run/wait-unless-asked.ts';
import { play } from '../property/harness.ts';
import { goodScript } from '../property/schedules.ts';

const PRESSED = 60_000;

it('Ctrl-C between two steps, while nobody listens, is heard by the change that follows', async () => {
  const { result, disk, violations } = await play(
    {
      scripts: [goodScript],
      original: goodScript,
      failing: [],
      kills: [],
      latencies: [1],
      interrupts: [PRESSED],
      mode: 'resume',
      restore: 'original',
    },
    '/nowhere',
    ({ ports }) => {
      const { clock, accelerator } = ports;
      const { identity } = accelerator;
      // asked for the fingerprint, right before a start
      accelerator.identity = async () => {
        await clock.wait(Math.max(0, PRESSED + 1 - clock.now()));
        return identity();
      };
    },
  );
  const records = disk.lines.map(({ record }) => record);
  const [, first] = records.filter((record) => record.type === 'change.ended');
  expect(first).toMatchObject({ outcome: 'interrupted' });
  expect(records.some((record) => record.type === 'intent' && record.method === 'start')).toBe(false);
  expect([result?.exit_code, violations]).toEqual([130, []]);
});

it('a wait before another try of the restore ends when it is given up', async () => {
  const clock = new VirtualClock();
  const heard = new Set<(request: OperatorRequest) => void>();
  const onRequest = (listener: (request: OperatorRequest) => void) => {
    heard.add(listener);
    return () => heard.delete(listener);
  };
  const request = (latest: OperatorRequest | null) => ({
    ports: { clock } as unknown as Ports,
    operator: { latest, onRequest },
  });
  const waited = clock.run(waitUnlessAsked(request('interrupt'), 90_000, ['abandon']));
  clock.alarm(1_000, () => {
    for (const listener of heard) listener('abandon');
  });
  await waited;
  expect([clock.now(), heard.size]).toEqual([1_000, 0]);
  await clock.run(waitUnlessAsked(request('abandon'), 90_000, ['abandon']));
  expect(clock.now()).toBe(1_000);
});
