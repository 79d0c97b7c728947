import { expect, it } from 'vitest';
import { play } from '../property/harness.ts';
import { goodScript } from '../property/schedules.ts';

/** Port calls that send headers. */
const SENDS = new Set(['state', 'report', 'traffic', 'counters', 'generate']);

it('a key only goes out while every listener on the port is a witnessed member', async () => {
  const sent: { method: string; foreign: boolean }[] = [];
  const scripts = [{}, { serve: 'stranger-answers' as const }, {}].map((script) => ({
    ...goodScript,
    ...script,
  }));
  await play(
    {
      scripts,
      original: null,
      failing: [],
      kills: [],
      latencies: [1],
      interrupts: [],
      mode: 'resume',
      restore: 'original',
    },
    '/nowhere',
    ({ ports, world }) => {
      const engine = ports.engine as unknown as Record<string, (...args: unknown[]) => unknown>;
      for (const method of SENDS) {
        const call = engine[method];
        engine[method] = (...args) => {
          if (ports.credentials.witnessed)
            sent.push({ method, foreign: world.listeners().some((p) => p.foreign) });
          return call?.(...args);
        };
      }
    },
  );
  expect(sent.length).toBeGreaterThan(5);
  expect(sent.filter((call) => call.foreign)).toEqual([]);
});
