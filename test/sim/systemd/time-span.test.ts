import { expect, test } from 'vitest';
import { formatTimeSpan, parseTimeSpan } from '../../../src/sim/systemd/unit-file/time-span.ts';

// RestartSec= and what `systemctl show -p RestartUSec` of systemd 252 made of it.
test.each([
  ['90', '1min 30s'],
  ['1.5', '1.500000s'],
  ['500ms', '500ms'],
  ['1min', '1min'],
  ['1h', '1h'],
  ['2d', '2d'],
  ['infinity', 'infinity'],
  ['0', '0'],
  ['1min 30s', '1min 30s'],
  ['1us', '1us'],
  ['1w', '1w'],
  ['100s', '1min 40s'],
  ['3661s', '1h 1min 1s'],
  ['0.0005', '500us'],
])('%s is shown as %s', (text, shown) => {
  expect(formatTimeSpan(parseTimeSpan(text) ?? Number.NaN)).toBe(shown);
});

test.each(['banana', '', '5 parsecs', '-1'])('%s is not a time', (text) => {
  expect(parseTimeSpan(text)).toBeNull();
});
