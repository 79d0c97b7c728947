import { expect, test } from 'vitest';
import type { StartDocument } from '../../src/core/documents/sweep.ts';
import { doubtsOf } from '../../src/report/doubts.ts';

const measured = (verdict: 'ok' | 'late', why?: string) => ({
  workload: 'code',
  concurrency: 4,
  client: { error_bound_ms: 3, verdict, ...(why === undefined ? {} : { why }) },
});
const start = (suspect: readonly string[], measurements: readonly object[]) =>
  ({ suspect, measurements }) as unknown as StartDocument;

test('a late client is told with its reason, after what made the start itself suspect', () => {
  const late = measured('late', 'this process stood still for 300.0 ms');
  expect(doubtsOf(start(['floor was dirty'], [measured('ok'), late]))).toEqual([
    'floor was dirty',
    'the client was late at code c4: this process stood still for 300.0 ms',
  ]);
  expect(doubtsOf(start([], [measured('ok')]))).toEqual([]);
});

test('a load that another number of threads made than all others is told', () => {
  const { client, ...point } = measured('ok');
  expect(doubtsOf(start([], [{ ...point, client: { ...client, threads: 2 } }]))).toEqual([
    'code c4 was not sent from the main thread, which had been late: threads beside it 2',
  ]);
});
