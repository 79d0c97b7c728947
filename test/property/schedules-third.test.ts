import { it } from 'vitest';
import { keepsEveryInvariant, SCHEDULES_PER_FILE } from './invariants.ts';

it(
  `keeps every invariant in ${SCHEDULES_PER_FILE} random schedules (third quarter)`,
  () => keepsEveryInvariant(20261130),
  600_000,
);
