import { BUILD, COLLECTIVES, DEVICES } from '../data/devices.ts';
import { FILES } from '../data/files.ts';
import { HOST_HARMLESS } from '../data/harmless/host.ts';
import { PYTHON_HARMLESS } from '../data/harmless/python.ts';
import { HOST } from '../data/host.ts';
import { PYTHON } from '../data/python.ts';
import type { Mark } from '../dialect.ts';

/** What every engine written in Python shares. Narrow lines of the engine itself stand before these. */
export const PYTHON_SIGNATURES = [...PYTHON, ...FILES, ...DEVICES, ...COLLECTIVES, ...BUILD, ...HOST];
export const ALL_PYTHON_HARMLESS = [...PYTHON_HARMLESS, ...HOST_HARMLESS];

/** Python says what went wrong in the last line of a traceback. */
export const PYTHON_LOOKS_WRONG =
  /^(?:[\w.]{0,80}(?:Error|Exception|Interrupt)(?:: |$)|[Ff]atal\b|FATAL\b|[Pp]anic\b|terminate called)/;

export const PYTHON_MARKS: readonly Mark[] = [
  {
    tells: 'end',
    stage: 'load',
    pattern:
      /^[\w ./-]{1,80}: error: (?:unrecognized arguments: |ambiguous option: |argument |the following arguments are required: )/,
  },
  { tells: 'end', stage: 'load', pattern: /^Fatal Python error: / },
  { tells: 'stop', stage: 'any', pattern: /^KeyboardInterrupt(?:: \w{1,20})?$/ },
];
