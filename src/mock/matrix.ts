import { ERRORS } from './matrix/errors.ts';
import { ENCODINGS, FRAMING } from './matrix/framing.ts';
import { PAYLOAD } from './matrix/payload.ts';
import { TIMING } from './matrix/timing.ts';
import type { ScenarioInput } from './script.ts';

/** Every scenario that has a name. */
export const MATRIX: readonly ScenarioInput[] = [
  { name: 'whole' },
  ...TIMING,
  ...FRAMING,
  ...ENCODINGS,
  ...PAYLOAD,
  ...ERRORS,
];
