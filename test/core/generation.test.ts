import { expect, test } from 'vitest';
import { describeGeneration } from '../../src/core/change/describe.ts';
import { type Generation, sameGeneration } from '../../src/core/generation.ts';

const unit: Generation = {
  kind: 'systemd',
  unit: 'a.service',
  scope: 'system',
  id: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  pid: 10,
  start_ticks: 100,
  boot_id: 'boot',
};
const process: Generation = { kind: 'process', id: 'x', pid: 10, start_ticks: 100, boot_id: 'boot' };

test('a life of a unit is named by its invocation: ticks of a process that is gone are only near', () => {
  expect(sameGeneration(unit, { ...unit, start_ticks: 101, pid: 11 })).toBe(true);
  expect(sameGeneration(unit, { ...unit, id: 'other' })).toBe(false);
  expect(sameGeneration(unit, { ...unit, unit: 'b.service' })).toBe(false);
  expect(sameGeneration(unit, { ...unit, scope: 'user' })).toBe(false);
  expect(sameGeneration(unit, { ...unit, boot_id: 'later' })).toBe(false);
});

test('a life of a process by pid, ticks and boot', () => {
  expect(sameGeneration(process, { ...process, id: '' })).toBe(true);
  expect(sameGeneration(process, { ...process, start_ticks: 101 })).toBe(false);
  expect(sameGeneration(process, { ...unit, id: 'x' })).toBe(false);
  expect(sameGeneration({ ...unit, id: 'x' }, process)).toBe(false);
  expect(sameGeneration(null, null)).toBe(true);
  expect(sameGeneration(null, unit)).toBe(false);
});

test('in words', () => {
  expect(describeGeneration(unit)).toBe('a.service, invocation 0f1e2d3c4b5a, main pid 10');
});
