import { expect, test } from 'vitest';
import { stopped } from '../../../src/core/change/holdpoints/stopped.ts';
import type { Answer, View } from '../../../src/core/change/types.ts';
import { type FaultName, fault } from '../../../src/core/fault.ts';

const old = { pid: 10, start_ticks: 1, boot_id: 'b' };
const view = {
  input: { limits: { stop_ms: 60_000 }, has_before_stop_hook: false },
  facts: { old },
  now: 0,
  since: 0,
} as unknown as View;
const member = { pid: 10, start_ticks: 1, ppid: 1, state: 'S', user: 'serve', command: 'server' };
const alive: Answer = {
  ok: true,
  took_ms: 0,
  value: { alive: true, exit: null, members: [member], restarts: null },
};
const unread = (name: FaultName): Answer => ({ ok: false, fault: fault(name, 'no answer'), took_ms: 0 });

/** What is judged of these looks, one after the other; signals in between are sent. */
function look(answers: readonly Answer[]) {
  let local = stopped.begin(view);
  let verdict = 'none';
  for (const answer of answers) {
    const judged = stopped.judge(view, local, new Map([['life', answer]]));
    if (judged.verdict !== 'on' && judged.verdict !== 'again') return judged;
    verdict = judged.verdict;
    local = judged.local;
    if (local.stage !== 'signal') continue;
    const report = { signal: 'TERM', sent: [10], gone: [], refused: [] };
    const sent = stopped.judge(view, local, new Map([['signal', { ok: true, value: report, took_ms: 0 }]]));
    if (sent.verdict === 'again') local = sent.local;
  }
  return { verdict };
}

test('a host that cannot be looked at any more ends the wait, with who was there last', () => {
  const twice = [unread('probe-failed'), unread('probe-hung')];
  expect(look([alive, ...twice])).toMatchObject({ verdict: 'again' });
  expect(look([alive, ...twice, alive, ...twice])).toMatchObject({ verdict: 'again' });
  expect(look([alive, ...twice, unread('probe-failed')])).toMatchObject({
    verdict: 'fail',
    fault: { name: 'probe-failed', evidence: [{ text: 'pid 10 (state S, user serve): server' }] },
  });
});

test('what will not pass by itself ends it at once', () => {
  expect(look([unread('permission')])).toMatchObject({ verdict: 'fail', fault: { name: 'permission' } });
});
