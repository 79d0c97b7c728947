import { lastMatch } from '../log.ts';
import { askedNumber, type View } from '../view.ts';
import { equal, fromLog, type Rule } from './rule.ts';

const N_BATCH = /^llama_context: n_batch +=\s+(\d+)$/;
const N_UBATCH = /^llama_context: n_ubatch +=\s+(\d+)$/;

function logged(view: View, pattern: RegExp): number | null {
  const match = lastMatch(view.log.target, pattern);
  return match === null ? null : Number(match.groups[0]);
}

/** `-b`: never more than the context that was asked for, before that is rounded up. */
export const batch: Rule = {
  observe: fromLog('target', N_BATCH, Number),
  judge(wanted, observed, view) {
    const context = askedNumber(view, '--ctx-size');
    const limit =
      context === null || context === 0 ? logged(view, /^llama_context: n_ctx +=\s+(\d+)$/) : context;
    if (limit !== null && Number(wanted) > limit) {
      return { agrees: observed.value === limit, rule: 'forced', note: `clipped to the context of ${limit}` };
    }
    return equal(wanted, observed);
  },
  says: 'equal, but no more than the context that was asked for',
};

/** `-ub`: never more than the logical batch. */
export const ubatch: Rule = {
  observe: fromLog('target', N_UBATCH, Number),
  judge(wanted, observed, view) {
    const limit = logged(view, N_BATCH);
    if (limit !== null && Number(wanted) > limit) {
      return { agrees: observed.value === limit, rule: 'forced', note: `clipped to n_batch = ${limit}` };
    }
    return equal(wanted, observed);
  },
  says: 'equal, but no more than the batch',
};
