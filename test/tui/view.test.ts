import { expect, test } from 'vitest';
import { displayWidth } from '../../src/report/width.ts';
import type { RunEvent } from '../../src/run/events.ts';
import { paintFor } from '../../src/tui/ansi.ts';
import { reduce } from '../../src/tui/reduce.ts';
import { initialState, type ViewState } from '../../src/tui/state.ts';
import { view } from '../../src/tui/view.ts';
import { measurement, objective } from '../report/fixtures.ts';
import { begun, journal, passed, waiting } from './events.ts';

const TRIALS = ['current', 'n2', 'n4', 'n8'];

function after(events: readonly RunEvent[], now = 133_000): ViewState {
  const plan = { title: 'sweep llama-speculative', objective, baseline: 'current', trials: TRIALS };
  return events.reduce((state, event) => reduce(state, event, now), initialState(plan, 0));
}

const ended = (trial: string): RunEvent =>
  journal({ type: 'trial.ended', trial, status: 'measured', fault: null });
const measured = (trial: string, concurrency: number, rate: number): RunEvent =>
  journal({
    type: 'measurement.ended',
    trial,
    start: 1,
    measurement: measurement(concurrency, rate),
    void: null,
  });

const LOADING = [
  begun('current'),
  measured('current', 1, 45.12),
  measured('current', 4, 162),
  ended('current'),
  begun('n4'),
  passed('stopped', 1.25),
  passed('released', 0.9),
  passed('started', 0.1),
  waiting(),
];

test('80 columns: progress, hold points, the three things of the waiting line, results so far', () => {
  expect(view(after(LOADING), 135_000, { width: 80, height: 30 })).toEqual([
    'holdpoint sweep llama-speculative: setting 3 of 4, 1 done             2 min 15 s',
    '  now         change to n4 (start 1)',
    '  hold points stopped 1.3 s · released 0.9 s · started 0.1 s',
    '  waiting for the server loads (phase tensors, 3.1 GiB resident, growing): 14 s,',
    '              usually 14 s, at most 1 h 00 min',
    '  meanwhile   nothing else is started, stopped or measured',
    '  Ctrl-C      nothing new is begun; Holdpoint would bring the original back',
    '',
    '            tokens/s         TTFT    TTFT  failed  load',
    '   trial          c1   c4  p50 ms  p95 ms    req.     s  result',
    'b  current      45.1  162     118     240       0     -  measured',
    'b baseline',
  ]);
});

test('200 columns', () => {
  expect(view(after(LOADING), 135_000, { width: 200, height: 30 }).slice(0, 4)).toEqual([
    `holdpoint sweep llama-speculative: setting 3 of 4, 1 done${' '.repeat(200 - 57 - 10)}2 min 15 s`,
    '  now         change to n4 (start 1)',
    '  hold points stopped 1.3 s · released 0.9 s · started 0.1 s',
    '  waiting for the server loads (phase tensors, 3.1 GiB resident, growing): 14 s, usually 14 s, at most 1 h 00 min',
  ]);
});

test('with colour the text is the same', () => {
  const state = after([
    ...LOADING,
    journal({ type: 'trial.ended', trial: 'n2', status: 'failed', fault: null }),
  ]);
  const size = { width: 80, height: 30 };
  const coloured = view(state, 0, size, paintFor(true, {}));
  expect(coloured[0]).toMatch(/^\x1b\[1mholdpoint/);
  expect(coloured.find((line) => line.includes('n2'))).toMatch(/^\x1b\[31m.*\x1b\[39m$/);
  expect(coloured.map((line) => line.replace(/\x1b\[\d+m/g, ''))).toEqual(view(state, 0, size));
});

test('live load progress', () => {
  const load: RunEvent = {
    type: 'load',
    trial: 'n4',
    workload: 'code',
    concurrency: 4,
    progress: { done: 32, of: 64, failed: 0, tokens: 4096, tokens_per_s: 161.7 },
  };
  expect(view(after([...LOADING, passed('loaded', 14), load]), 0, { width: 80, height: 30 })).toContain(
    '  measuring   code c4: 32 of 64 requests, 0 failed, 162 tokens/s',
  );
});

test('in a low terminal the baseline and the newest results stay, and the height is kept', () => {
  const trials = Array.from({ length: 40 }, (_, index) => `t${index}`);
  const plan = { title: 'sweep x', objective, baseline: 't0', trials };
  const events = trials.flatMap((name) => [measured(name, 1, 10), ended(name)]);
  const state = events.reduce((s, event) => reduce(s, event, 0), initialState(plan, 0));
  const lines = view(state, 0, { width: 80, height: 12 });
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(lines.join('\n')).toContain('b  t0');
  expect(lines.join('\n')).toContain('t39');
  expect(lines.join('\n')).not.toContain('t20');
});

test('hostile text is visible and no line is too wide', () => {
  const evil = '\x1b[2J\x1b]0;title\x07‮​名名名名名名名名名名名名名名名名名名名名名名名名名名名名名名名名';
  const state = after([begun(evil), waiting({ waiting_for: evil, not_meanwhile: evil, on_interrupt: evil })]);
  for (const width of [40, 80, 200]) {
    for (const line of view(state, 0, { width, height: 50 })) {
      expect(line).not.toMatch(/[\u0000-\u001f\u202e\u200b]/);
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
    }
  }
});

test('NO_COLOR, a dumb terminal and no terminal mean no colour', () => {
  for (const [isTTY, env] of [
    [true, { NO_COLOR: '1' }],
    [true, { TERM: 'dumb' }],
    [false, {}],
  ] as const) {
    expect(paintFor(isTTY, env).bad('x')).toBe('x');
  }
  expect(paintFor(true, { NO_COLOR: '' }).bad('x')).toBe('\x1b[31mx\x1b[39m');
});
