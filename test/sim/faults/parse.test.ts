import { describe, expect, test } from 'vitest';
import { parseFaultSpec } from '../../../src/sim/faults/parse.ts';

const NOTHING = { phase: null, start: null, device: null, bytes: null, ms: null };

describe('the text of a fault', () => {
  test.each([
    ['hang', { name: 'hang', ...NOTHING }],
    ['crash:graphs@12', { name: 'crash', ...NOTHING, phase: 'graphs', start: 12 }],
    ['reboot@3', { name: 'reboot', ...NOTHING, start: 3 }],
  ])('%s', (text, spec) => {
    expect(parseFaultSpec(text)).toEqual(spec);
  });

  test.each([
    ['hangs', 'no fault `hangs`'],
    ['crash:', 'no fault `crash:`'],
    ['hang:kv', 'the fault hang has no phase'],
    ['crash:lunch', 'no phase `lunch` of a load'],
    ['crash@0', 'no start 0'],
    ['stall:serving', 'a server at service does not stall'],
  ])('%s is refused in one line', (text, message) => {
    expect(() => parseFaultSpec(text)).toThrow(`usage: ${message}`);
  });
});
