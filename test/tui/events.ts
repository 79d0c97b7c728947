import type { JournalRecord } from '../../src/core/sweep/records.ts';
import type { RunEvent, Waiting } from '../../src/run/events.ts';

let seq = 0;

export function journal(record: JournalRecord): RunEvent {
  seq += 1;
  return {
    type: 'journal',
    line: { seq, wall: '2026-11-29T23:04:00.000Z', mono_ms: 0, boot_id: 'b', record, sum: '00000000' },
  };
}

export function waiting(extra: Partial<Waiting> = {}): RunEvent {
  return {
    type: 'waiting',
    waiting: {
      hold_point: 'loaded',
      trial: 'n4',
      waiting_for: 'the server loads (phase tensors, 3.1 GiB resident, growing)',
      elapsed_s: 12,
      usual_s: 14,
      limit_s: 3600,
      not_meanwhile: 'nothing else is started, stopped or measured',
      on_interrupt: 'Ctrl-C: nothing new is begun; Holdpoint would bring the original back',
      ...extra,
    },
  };
}

export function begun(
  trial: string | null,
  goal: 'setting' | 'original' | 'observe' | 'verify' = 'setting',
): RunEvent {
  return journal({
    type: 'change.begun',
    change: 1,
    goal,
    trial,
    start: trial === null ? null : 1,
    attempt: 1,
    replicate: 1,
  });
}

export function passed(name: 'stopped' | 'released' | 'started' | 'loaded', waited_s: number): RunEvent {
  return journal({ type: 'holdpoint', change: 1, result: { name, state: 'passed', waited_s, evidence: [] } });
}
