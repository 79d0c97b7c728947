import { expect, test } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { fault } from '../../src/core/fault.ts';
import { PLAIN } from '../../src/report/paint.ts';
import { openFace } from '../../src/tui/face.ts';
import { measurement, objective } from '../report/fixtures.ts';
import { begun, journal, passed, waiting } from './events.ts';
import { Screen } from './screen.ts';

const plan = { title: 'sweep k26', objective, baseline: 'current', trials: ['current', 'n4'] };

function open(isTTY: boolean) {
  const clock = new VirtualClock(new Date(2026, 10, 29, 23, 4, 0).getTime());
  const screen = new Screen(80);
  let written = '';
  const output = {
    isTTY,
    columns: 80,
    rows: 24,
    write(text: string) {
      written += text;
      if (isTTY) screen.write(text);
    },
  };
  const face = openFace({ output, clock, paint: PLAIN, plan });
  return { clock, screen, face, lines: () => written.split('\n').slice(0, -1) };
}

test('without a terminal: one line for each change of state, none for a wait that is over at once', () => {
  const { face, lines } = open(false);
  face.sink(begun('n4'));
  face.sink(waiting({ hold_point: 'stopped', elapsed_s: 0.2 }));
  face.sink(passed('stopped', 1.25));
  face.sink(waiting({ elapsed_s: 1 }));
  face.sink(waiting({ elapsed_s: 2 }));
  face.sink(waiting({ elapsed_s: 3 }));
  face.sink(passed('loaded', 14));
  face.sink(
    journal({
      type: 'measurement.ended',
      trial: 'n4',
      start: 1,
      measurement: measurement(4, 162),
      void: null,
    }),
  );
  face.sink({ type: 'operator', text: 'interrupted: \x1b[2J' });
  face.close();
  expect(lines()).toEqual([
    '23:04:00 change to n4 (start 1)',
    '23:04:00 n4: stopped passed after 1.3 s',
    '23:04:00 waiting for the server loads (phase tensors, 3.1 GiB resident, growing): 2.0 s, usually 14 s, at most 1 h 00 min; meanwhile nothing else is started, stopped or measured; Ctrl-C: nothing new is begun; Holdpoint would bring the original back',
    '23:04:00 n4: loaded passed after 14 s',
    '23:04:00 n4: code c4: 162 tokens/s, 0 of 64 requests failed',
    '23:04:00 interrupted: \\x1b[2J',
  ]);
});

test('a heartbeat every 30 s while nothing changes, with the three things', async () => {
  const { clock, face, lines } = open(false);
  face.sink(waiting({ elapsed_s: 1 }));
  await clock.run(clock.wait(65_000));
  face.close();
  expect(lines()).toHaveLength(2);
  expect(lines()[0]).toMatch(
    /^23:04:30 still waiting for the server loads .*: 31 s, usually 14 s.*; meanwhile nothing else .*; Ctrl-C: nothing new/,
  );
  expect(lines()[1]).toMatch(/^23:05:00 still waiting .*: 1 min 01 s/);
});

test('a line resets the heartbeat; while load runs it tells its progress', async () => {
  const { clock, face, lines } = open(false);
  await clock.run(clock.wait(20_000));
  face.sink(begun('n4'));
  const progress = { done: 3, of: 64, failed: 1, tokens: 9, tokens_per_s: null };
  face.sink({ type: 'load', trial: 'n4', workload: 'code', concurrency: 1, progress });
  await clock.run(clock.wait(35_000));
  face.close();
  expect(lines().map((line) => line.slice(0, 40))).toEqual([
    // the record's own time, as `attach` tells what happened long before it looked
    '23:04:00 change to n4 (start 1)',
    '23:04:50 still measuring n4: 3 of 64 req',
  ]);
});

test('after close nothing is written and no timer is left', async () => {
  const { clock, face, lines } = open(false);
  face.close();
  face.sink(begun('n4'));
  await clock.run(clock.wait(120_000));
  expect(lines()).toEqual([]);
});

test('on a terminal: a window, and above it only what lasts', async () => {
  const { clock, screen, face } = open(true);
  face.sink(begun('n4'));
  face.sink(passed('stopped', 1.25));
  face.sink(
    journal({ type: 'trial.ended', trial: 'n4', status: 'failed', fault: fault('exited', 'exit code 1') }),
  );
  face.sink({ type: 'operator', text: 'interrupted: again to leave it' });
  await clock.run(clock.wait(3_500));
  const seen = screen.lines.slice(0, 6);
  face.close();
  expect(screen.lines).toEqual(['n4: failed: exited: exit code 1', 'interrupted: again to leave it', '']);
  expect(seen).toEqual([
    'n4: failed: exited: exit code 1',
    'interrupted: again to leave it',
    'holdpoint sweep k26: setting 2 of 2, 1 done                               3.0 s',
    '  now         change to n4 (start 1)',
    '  hold points stopped 1.3 s',
    '',
  ]);
});
