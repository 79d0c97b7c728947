import { expect, test } from 'vitest';
import { fault } from '../../src/core/fault.ts';
import { dateAndTime } from '../../src/report/format.ts';
import { morningLine } from '../../src/report/morning-line.ts';
import { report, sweep, trial } from './fixtures.ts';

const back = dateAndTime('2026-11-30T03:41:12.000Z');

test('a winner: both readings of the baseline, how many were measured, when the original was back', () => {
  expect(morningLine(report())).toBe(
    `winner n4: 89.2 tokens/s against 45.1 and 44.3 (+99 %); 3 of 5 settings measured, 1 reused from earlier runs, 1 failed, 1 skipped; original back at ${back}; nothing left to do`,
  );
});

test('the baseline stays the best', () => {
  const decision = {
    kind: 'baseline_best' as const,
    best: 'current',
    reason: 'none is better',
    command: null,
  };
  expect(morningLine(report(sweep({ decision })))).toMatch(
    /^the baseline stays the best: 45.1 and 44.3 tokens\/s; /,
  );
});

test.each([
  ['no_difference', 'no difference shown (within the gap)'],
  ['none_satisfies', 'nothing satisfies the objective (within the gap)'],
  ['not_enough_data', 'no decision (within the gap)'],
] as const)('%s', (kind, words) => {
  const decision = { kind, best: null, reason: 'within the gap', command: null };
  expect(morningLine(report(sweep({ decision })))).toContain(`${words}; 3 of 5`);
});

test('an original that is not back is said, with the exact command', () => {
  const line = morningLine(report(sweep({ restored: { to: 'original', ok: false }, dir: "/runs/it's" })));
  expect(line).toMatch(/the original is NOT back; left to do: holdpoint restore '\/runs\/it'\\''s'$/);
});

test('left on request is nothing to do, left by a second Ctrl-C is; pending settings can be resumed', () => {
  expect(morningLine(report(sweep({ restored: { to: 'left', ok: true } })))).toMatch(
    /left as it is, as asked at .*; nothing left to do$/,
  );
  expect(morningLine(report(sweep({ restored: { to: 'left', ok: false } })))).toMatch(
    /NOT back; left to do: holdpoint restore /,
  );
  const interrupted = sweep({
    state: 'interrupted',
    trials: [...sweep().trials, trial('n64', { status: 'pending', starts: [] })],
  });
  expect(morningLine(report(interrupted))).toMatch(
    /original back at .*; left to do: holdpoint resume \/var\/runs\//,
  );
});

test('what cannot be resumed any more is begun anew', () => {
  const pending = { status: 'pending', starts: [] } as const;
  const interrupted = sweep({
    state: 'interrupted',
    trials: [...sweep().trials, trial('n64', pending)],
  });
  expect(morningLine(report(interrupted, { sealed: true }))).toMatch(
    /left to do: holdpoint sweep -f \/etc\/k26\/holdpoint\.yaml, which reuses what was measured$/,
  );
  const one = sweep({ state: 'interrupted', trials: [trial('n64', pending)] });
  expect(morningLine(report(one, { sealed: true, command: 'apply' }))).toMatch(
    /left to do: the same command again$/,
  );
  expect(morningLine(report(sweep(), { sealed: true }))).toMatch(/nothing left to do$/);
});

test('a folder alone does not say whether its run goes on or has died', () => {
  expect(morningLine(report(sweep({ state: 'running' })))).toMatch(
    /it has not ended; left to do: holdpoint attach \S+ while it runs, holdpoint resume \S+ where it has died$/,
  );
});

test('an apply says what is in effect, or that it is not', () => {
  const done = sweep({
    trials: [trial('applied', { setting: { budget: 12, topk: null } })],
    restored: { to: 'left', ok: true },
  });
  expect(morningLine(report(done, { command: 'apply' }))).toMatch(
    /^budget=12 topk=absent is in effect, proved after 18 s; it is kept; nothing left to do$/,
  );
  const failed = sweep({
    trials: [trial('applied', { status: 'failed', fault: fault('config-mismatch', 'got 8') })],
  });
  expect(morningLine(report(failed, { command: 'apply' }))).toMatch(
    /^budget=4 window=absent is NOT in effect \(config-mismatch\); original back/,
  );
});

test('a simulated time is said to be simulated', () => {
  expect(morningLine(report(sweep(), { simulated: true }))).toContain('(simulated)');
});

test('a service that somebody else has changed meanwhile is left to a person, with both definitions named', () => {
  const kept_by = '/run/systemd/system/llm.service.d/zz-holdpoint.conf';
  expect(morningLine(report(sweep(), { kept_by }))).toMatch(
    /original back at .*; left to do: the service's own definition was changed .* by \/run\/systemd.*zz-holdpoint.conf, /,
  );
});
