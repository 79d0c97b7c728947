import { expect, test } from 'vitest';
import { documentSchemas } from '../../../src/core/documents/index.ts';
import { CAUSES, FAULTS, type FaultCause, type FaultName, fault } from '../../../src/core/fault.ts';

const line = (record: object) => ({
  seq: 1,
  wall: '2026-01-31T04:00:00.000Z',
  mono_ms: 12.5,
  boot_id: 'b',
  sum: '00ff00ff',
  record,
});

test('every fault of the table, with every cause, is a fault document', () => {
  for (const name of Object.keys(FAULTS) as FaultName[]) {
    expect(documentSchemas.fault.safeParse(fault(name, 'x')).error).toBeUndefined();
  }
  for (const cause of Object.keys(CAUSES) as FaultCause[]) {
    expect(
      documentSchemas.fault.safeParse(
        fault('exited', 'x', { cause, evidence: [{ kind: 'log', text: 't', line: 3 }] }),
      ).error,
    ).toBeUndefined();
  }
});

test('an event is checked by its type', () => {
  expect(documentSchemas.event.safeParse(line({ type: 'note', text: 'x' })).success).toBe(true);
  expect(documentSchemas.event.safeParse(line({ type: 'note', text: 'x', more: 1 })).success).toBe(false);
  expect(documentSchemas.event.safeParse(line({ type: 'restored', text: 'x' })).success).toBe(false);
  expect(documentSchemas.event.safeParse(line({ type: 'unheard-of' })).success).toBe(false);
});

test('unknown is null, and neither left out nor a word', () => {
  const plan = {
    trials: [],
    omitted: 0,
    touched: [],
    undo: [],
    expected_total_s: null,
    last_start: null,
    loads: null,
    effort: null,
  };
  expect(documentSchemas.plan.safeParse(plan).success).toBe(true);
  expect(documentSchemas.plan.safeParse({ ...plan, expected_total_s: undefined }).success).toBe(false);
  expect(documentSchemas.plan.safeParse({ ...plan, expected_total_s: 'unknown' }).success).toBe(false);
});

test('an envelope has data or a fault', () => {
  const head = { schema_version: 1, command: 'plan', simulated: false };
  expect(documentSchemas.envelope.safeParse({ ...head, ok: true, data: {} }).success).toBe(true);
  expect(documentSchemas.envelope.safeParse({ ...head, ok: false, error: fault('usage', 'x') }).success).toBe(
    true,
  );
  expect(documentSchemas.envelope.safeParse({ ...head, ok: false, error: 'usage' }).success).toBe(false);
});
