import { describe, expect, test } from 'vitest';
import { drained } from '../../../src/core/change/holdpoints/drained.ts';
import type { ConnectionFacts } from '../../../src/core/change/observations.ts';
import {
  busy,
  inFlight,
  inWords,
  type Seen,
  see,
  trafficEvidence,
  UNSEEN,
  watchBefore,
} from '../../../src/core/change/traffic.ts';
import type { Answer, View } from '../../../src/core/change/types.ts';

const IDLE: ConnectionFacts = {
  address: '10.1.2.3',
  port: 50_000,
  local: false,
  pid: null,
  user: null,
  command: '',
  queued_bytes: 0,
  idle_ms: 60_000,
  unanswered: false,
};
const ASKING = { ...IDLE, port: 50_001, idle_ms: 30_000, unanswered: true };
const CURL = {
  ...ASKING,
  address: '127.0.0.1',
  local: true,
  pid: 812,
  user: 'anna',
  command: '/usr/bin/curl -N http://127.0.0.1:8080/v1/completions',
};
/** A kernel that says nothing of a connection but that it is there. */
const MUTE = { ...IDLE, idle_ms: null, unanswered: null };

const counted = (running: number, waiting: number | null = 0) => ({ running, waiting, source: '/metrics' });
const look = (...args: Parameters<typeof see> extends [Seen, ...infer R] ? R : never) => see(UNSEEN, ...args);

describe('requests of others in flight', () => {
  test.each<[string, 'none' | 'some' | 'unknown', Seen]>([
    ['counters that say so', 'some', look(counted(1), [])],
    ['one that waits', 'some', look(counted(0, 1), [])],
    ['counters at zero, whoever is connected', 'none', look(counted(0), [ASKING])],
    [
      'counters at zero that do not know who waits, and an answer that is owed',
      'some',
      look(counted(0, null), [ASKING]),
    ],
    ['no counters and nobody connected', 'none', look(null, [])],
    ['no counters and a connection that is kept open', 'none', look(null, [IDLE])],
    ['no counters and an answer that is owed, be it for long', 'some', look(null, [ASKING])],
    ['no counters and an answer that is being sent', 'some', look(null, [{ ...IDLE, idle_ms: 40 }])],
    ['no counters and bytes that wait to be taken', 'some', look(null, [{ ...MUTE, queued_bytes: 1 }])],
    ['no counters and a connection of which nothing is known', 'unknown', look(null, [MUTE])],
    ['neither', 'unknown', look(null, null)],
  ])('%s: %s', (_what, expected, seen) => {
    expect(inFlight(seen)).toBe(expected);
  });

  test('without counters a connection that comes or goes between two looks is a sign', () => {
    expect(inFlight(see(look(null, []), null, [MUTE]))).toBe('some');
    expect(inFlight(see(look(null, [MUTE]), null, []))).toBe('some');
    expect(inFlight(see(look(null, [IDLE]), null, [])), 'one that was only kept open').toBe('none');
    expect(inFlight(see(see(look(null, [MUTE]), null, []), null, []))).toBe('some');
  });

  test('are named by who asks, and not by who only keeps a connection', () => {
    const fault = busy(look(counted(2), [IDLE, ASKING, CURL]));
    expect(fault.message).toBe(
      '2 requests of others in flight, from 10.1.2.3 and from pid 812 (curl, user anna)',
    );
    expect(fault.data).toMatchObject({
      running: 2,
      waiting: 0,
      peers: [
        { address: '10.1.2.3', pid: null, connections: 2, in_use: 1 },
        { address: null, pid: 812, user: 'anna', command: CURL.command, connections: 1, in_use: 1 },
      ],
    });
    expect(fault.evidence.map(({ text }) => text)).toEqual([
      '/metrics: running 2, waiting 0',
      '10.1.2.3: 2 connections, 1 in use, the others kept open',
      `pid 812 (curl, user anna): 1 connection, in use: ${CURL.command}`,
    ]);
    const many = Array.from({ length: 7 }, (_, i) => ({ ...ASKING, address: `10.0.0.${i}` }));
    expect(inWords(look(counted(7), many))).toMatch(/10\.0\.0\.3 and 3 more$/);
  });

  test('foreign words are made visible', () => {
    const evil = { ...CURL, command: 'curl\x1b[2J', user: 'an\u202ena' };
    expect(JSON.stringify(busy(look(counted(1), [evil])))).not.toMatch(/\\u001b|\u202e/);
  });

  test('what is not known is said', () => {
    const text = trafficEvidence(look(null, [MUTE])).map((line) => line.text);
    expect(text).toEqual([
      'the engine does not say how many requests are in flight',
      '10.1.2.3: 1 connection, whether they carry a request cannot be seen',
      'traffic unknown: whether others wait for an answer could not be seen',
    ]);
    expect(trafficEvidence(look(null, null)).at(-1)?.text).toContain('traffic unknown');
  });
});

describe('the looks before a stop', () => {
  const input = { watch_traffic: true, under_traffic: false, has_drain_hook: false } as View['input'];
  const last = { ...input, watch_traffic: false };
  const some = look(counted(1), []);
  const none = look(counted(0), []);

  test('the long one ends at the first request, or when its time is over', () => {
    expect(watchBefore({ input, now: 0 }, some, 10)).toBe('busy');
    expect(watchBefore({ input, now: 0 }, none, 10)).toEqual({ seen: none });
    expect(watchBefore({ input, now: 10 }, none, 10)).toBe('over');
    expect(watchBefore({ input: { ...input, under_traffic: true }, now: 10 }, some, 10)).toBe('over');
  });

  test('the last one needs a moment without a request, and is busy where there is none in its time', () => {
    expect(watchBefore({ input: last, now: 0 }, none, 10)).toBe('over');
    expect(watchBefore({ input: last, now: 0 }, some, 10)).toMatchObject({ seen: { looks: 1 } });
    expect(watchBefore({ input: last, now: 10 }, some, 10)).toBe('busy');
    expect(watchBefore({ input: { ...last, has_drain_hook: true }, now: 0 }, some, 10)).toBe('over');
    expect(watchBefore({ input: last, now: 10 }, look(null, [MUTE]), 10), 'said, not blocked').toBe('over');
  });
});

describe('drained', () => {
  const view = (now: number, more: Partial<View['input']> = {}): View =>
    ({
      input: {
        endpoint: { address: '127.0.0.1', port: 1 },
        limits: { drain_ms: 5_000 },
        has_drain_hook: true,
        under_traffic: false,
        ...more,
      },
      facts: { present: { generation: {} } },
      now,
      since: 0,
    }) as unknown as View;
  const answers = (values: Readonly<Record<string, unknown>>): ReadonlyMap<string, Answer> =>
    new Map(Object.entries(values).map(([tag, value]) => [tag, { ok: true, value, took_ms: 0 }]));
  const hooked = (at: View) => {
    const done = drained.judge(at, drained.begin(at), answers({ hook: null }));
    if (done.verdict !== 'on') throw new Error(done.verdict);
    return done.local;
  };
  const open = answers({ traffic: counted(1), connections: [CURL] });

  test('its time counts from the end of the hook, and one look is always taken', () => {
    const local = hooked(view(60_000));
    expect(drained.deadline(view(60_000), local)).toBeNull();
    const looked = drained.judge(view(60_000), local, open);
    if (looked.verdict !== 'again') throw new Error(looked.verdict);
    expect(drained.deadline(view(60_000), looked.local)).toBe(65_000);
    expect(drained.late(view(65_000), looked.local)).toMatchObject({
      name: 'drain-timeout',
      message: '1 request of others in flight, from pid 812 (curl, user anna) after 5 s (limits.drain)',
      data: { running: 1, peers: [{ pid: 812 }] },
    });
  });

  test('passes when nobody waits any more, with what the hook and the counters said', () => {
    const local = hooked(view(0));
    const passed = drained.judge(view(0), local, answers({ traffic: counted(0), connections: [IDLE] }));
    expect(passed).toMatchObject({
      verdict: 'pass',
      evidence: [{ kind: 'hook' }, { text: '/metrics: running 0, waiting 0' }, { kind: 'peer' }],
    });
  });

  test('under traffic it goes on when the time is over, and says so', () => {
    const under = { under_traffic: true };
    const local = hooked(view(0, under));
    expect(drained.judge(view(4_999, under), local, open).verdict).toBe('again');
    const passed = drained.judge(view(5_000, under), local, open);
    expect(passed).toMatchObject({ verdict: 'pass' });
    expect(JSON.stringify(passed)).toContain('--under-traffic goes on');
    expect(drained.deadline(view(5_000, under), local)).toBeNull();
  });

  test('without counters a connection that cannot be told from an idle one is not taken for drained', () => {
    const unknown = answers({ traffic: null, connections: [MUTE] });
    expect(drained.judge(view(0), hooked(view(0)), unknown).verdict).toBe('again');
  });
});
