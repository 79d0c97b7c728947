import { it } from 'vitest';
import { keepsEveryInvariant, SCHEDULES_PER_FILE } from './invariants.ts';

it(
  `keeps every invariant in ${SCHEDULES_PER_FILE} random schedules (fourth quarter)`,
  () => keepsEveryInvariant(43),
  600_000,
);
