import { it } from 'vitest';
import { keepsEveryInvariant, SCHEDULES_PER_FILE } from './invariants.ts';

it(
  `keeps every invariant in ${SCHEDULES_PER_FILE} random schedules (first quarter)`,
  () => keepsEveryInvariant(20261129),
  600_000,
);
