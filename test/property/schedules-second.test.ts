import { it } from 'vitest';
import { keepsEveryInvariant, SCHEDULES_PER_FILE } from './invariants.ts';

it(
  `keeps every invariant in ${SCHEDULES_PER_FILE} random schedules (second quarter)`,
  () => keepsEveryInvariant(42),
  600_000,
);
