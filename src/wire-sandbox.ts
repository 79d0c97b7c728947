import { Bubblewrap } from './adapters/sandbox/bubblewrap.ts';
import type { Sandbox } from './ports/sandbox.ts';

/** Apart from `wire.ts`: an evaluation from the command line needs nothing else of it. */
export function sandbox(): Sandbox {
  return new Bubblewrap();
}
