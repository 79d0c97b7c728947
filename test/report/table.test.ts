import { expect, test } from 'vitest';
import { pointsOf, rowsOf } from '../../src/report/rows.ts';
import { table } from '../../src/report/table.ts';
import { displayWidth } from '../../src/report/width.ts';
import { measurement, objective, start, sweep, trial } from './fixtures.ts';

const rows = rowsOf(sweep());
const points = pointsOf(rows, objective);

test('at 80 columns whole columns go, never half a number, and a note names them', () => {
  expect(table(rows, points, 80)).toEqual([
    '                   tokens/s              TTFT     TTFT  accept  failed',
    '   trial                 c1       c4   p50 ms   p95 ms  length    req.  result',
    'b  current        45.1/44.3  162/160  118/118  240/240       -       0  measured',
    '*  n4                  89.2      301      118      240    3.05       0  measured',
    '   n8-a-rather-…          -        -        -        -       -       -  failed',
    '   n16                 39.0        -      118      240       -       2  measured',
    '   n32                    -        -        -        -       -       -  skipped',
    '* best, b baseline',
    'no room here for: load time (all of it is in results.csv)',
  ]);
});

test('at 200 columns everything is there', () => {
  expect(table(rows, points, 200)).toEqual([
    '                           tokens/s              TTFT     TTFT  accept  failed    load',
    '   trial                         c1       c4   p50 ms   p95 ms  length    req.       s  result',
    'b  current                45.1/44.3  162/160  118/118  240/240       -       0    14.0  measured',
    '*  n4                          89.2      301      118      240    3.05       0    14.0  measured',
    '   n8-a-rather-long-name          -        -        -        -       -       -    14.0  failed: exited',
    '   n16                         39.0        -      118      240       -       2  reused  measured',
    '   n32                            -        -        -        -       -       -       -  skipped',
    '* best, b baseline',
  ]);
});

test('no line is wider than asked, whatever stands in it', () => {
  const hostile = sweep({
    trials: [
      trial('名前-とても長い-\x1b[31m‮evil', {
        starts: [start({ measurements: [measurement(1, 1e9), measurement(2, 3)] })],
      }),
      trial('x'.repeat(300)),
    ],
  });
  for (const width of [40, 60, 80, 120, 200]) {
    const wide = rowsOf(hostile);
    for (const line of table(wide, pointsOf(wide, objective), width)) {
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
      expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
    }
  }
});

test('the objective stands first, though it was measured last', () => {
  const document = sweep({
    trials: [trial('a', { starts: [start({ measurements: [measurement(4, 160), measurement(1, 45)] })] })],
  });
  expect(pointsOf(rowsOf(document), objective).map((point) => point.key)).toEqual(['code c1', 'code c4']);
});

test('a failed trial and a failed start have no number', () => {
  const lost = start({ fault: sweep().trials[2]?.fault ?? null, measurements: [measurement(1, 500)] });
  const document = sweep({
    trials: [
      trial('a', { status: 'failed', starts: [start({ measurements: [measurement(1, 500)] })] }),
      trial('b', { starts: [lost, start({ start: 2, measurements: [measurement(1, 45)] })] }),
    ],
  });
  const [a, b] = rowsOf(document);
  expect(a?.measurements).toEqual([]);
  expect(b?.measurements.map((m) => m.output_tokens_per_s)).toEqual([45]);
});
