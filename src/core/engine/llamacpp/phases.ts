import type { LogLine } from '../../log-line.ts';
import { message } from './log.ts';

/** The line with which each phase of a load begins, in the order in which they come. A later load repeats them. */
const PHASES: readonly (readonly [name: string, begins: RegExp])[] = [
  ['arguments', /^cmn +common_param: common_params_print_info: (?:build|verbosity)/],
  ['bind', /^srv +start: binding port/],
  ['load', /^srv +load_model: loading model '/],
  ['fit', /^cmn +common_init_: fitting params to device memory/],
  ['tensors', /^load_tensors: loading model tensors/],
  ['context', /^llama_context: constructing llama_context/],
  ['threads', /^cmn +init: llama threadpool init/],
  ['warm-up', /^cmn +common_init_: warming up the model/],
  ['draft', /^common_speculative_init_result: loading draft model '/],
  ['slots', /^srv +load_model: initializing, n_slots = /],
  ['ready', /^srv +\w+: (?:model loaded|listening on |server is listening)/],
];

/** The phase that begins with this line; null: none does. `ready` is the server's own claim. */
export function phase(line: LogLine): string | null {
  const text = message(line);
  return PHASES.find(([, begins]) => begins.test(text))?.[0] ?? null;
}
