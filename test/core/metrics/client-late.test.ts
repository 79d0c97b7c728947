import { expect, it } from 'vitest';
import { fault } from '../../../src/core/fault.ts';
import { clientLate, wantsThreads } from '../../../src/core/metrics/client-late.ts';

const LATE = { verdict: 'late', error_bound_ms: 40, why: 'its times may be off' } as const;

it.each([
  ['was late', clientLate({ client: LATE, ok: 4, outcomes: { ok: 4 } }), true],
  ['could open no more', clientLate({ client: LATE, ok: 4, outcomes: { ok: 4, unsent: 2 } }), false],
  ['slept', fault('client-late', 'the machine slept'), false],
  ['was not alone', fault('foreign-load', 'others asked'), false],
])('more threads are for a client that was late, not for one that %s', (_, why, expected) => {
  expect(why).not.toBeNull();
  expect(why !== null && wantsThreads(why)).toBe(expected);
});

it('a client that was on time, or that nobody answered, voids nothing', () => {
  expect(clientLate({ client: { ...LATE, verdict: 'ok' }, ok: 4, outcomes: { ok: 4 } })).toBeNull();
  expect(clientLate({ client: LATE, ok: 0, outcomes: { 'http-500': 4 } })).toBeNull();
});
