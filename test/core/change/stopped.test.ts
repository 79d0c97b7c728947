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

test('a look that cannot be read tells who was there last, whatever it could not be read for', () => {
  const first = stopped.judge(view, stopped.begin(view), new Map([['life', alive]]));
  if (first.verdict !== 'on') throw new Error(first.verdict);
  for (const name of ['probe-failed', 'probe-hung', 'permission'] as const) {
    expect(stopped.judge(view, first.local, new Map([['life', unread(name)]]))).toMatchObject({
      verdict: 'blind',
      fault: { name, evidence: [{ text: 'pid 10 (state S, user serve): server' }] },
    });
  }
});
