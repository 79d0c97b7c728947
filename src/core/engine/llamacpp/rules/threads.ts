import type { Observed } from '../../observed.ts';
import type { View } from '../view.ts';
import { equal, firstOf, fromLog, type Judgement, type Rule, type Wanted } from './rule.ts';

const OR_CORES = 'equal; below 1 as many as cores';

/** A number below 1 means as many as there are cores. */
function orCores(wanted: Wanted, observed: Observed, view: View): Judgement {
  if (Number(wanted) > 0) return equal(wanted, observed);
  return {
    agrees: observed.value === view.sources.cores,
    rule: 'forced',
    note: `as many as cores: ${view.sources.cores}`,
  };
}

/** `-t` */
export const threads: Rule = {
  observe: firstOf(
    fromLog('setup', /^cmn +common_param: system_info: n_threads = (\d+)/, Number),
    fromLog('target', /^cmn +init: llama threadpool init, n_threads = (\d+)/, Number),
  ),
  judge: orCores,
  says: OR_CORES,
};

/** `-tb` */
export const threadsBatch: Rule = {
  observe: fromLog(
    'setup',
    /^cmn +common_param: system_info: n_threads = \d+ \(n_threads_batch = (\d+)\)/,
    Number,
  ),
  judge: orCores,
  says: OR_CORES,
};

/** `--threads-http`: below 1 the engine chooses by its number of slots. */
export const threadsHttp: Rule = {
  observe: fromLog('setup', /^srv +init: using (\d+) threads for HTTP server/, Number),
  judge: (wanted, observed) =>
    Number(wanted) > 0 ? equal(wanted, observed) : { agrees: true, rule: 'forced' },
  says: 'equal; below 1 left to the engine',
};
