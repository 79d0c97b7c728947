import { contextFacts } from './context.ts';
import { equal, firstOf, fromDocument, fromLog, type Rule } from './rule.ts';

/** `-np`: a number below 1 leaves it to the engine. An explicit number also divides the context. */
export const slots: Rule = {
  observe: firstOf(
    fromDocument('/props', 'total_slots'),
    fromLog('load', /^srv +load_model: initializing, n_slots = (\d+)/, Number),
  ),
  judge(wanted, observed, view) {
    if (Number(wanted) < 1)
      return { agrees: true, rule: 'forced', note: 'number of slots chosen by the engine' };
    const { unified, per_slot } = contextFacts(view);
    const divides = unified === false && Number(wanted) > 1 && per_slot !== null;
    return {
      ...equal(wanted, observed),
      ...(divides ? { note: `explicit -np that divides the context: ${per_slot} per slot` } : {}),
    };
  },
  says: 'equal; below 1 left to the engine',
};

/** `-kvu`: one buffer for all slots. */
export const unified: Rule = {
  observe: fromLog(
    'load',
    /^srv +load_model: initializing, .*kv_unified = '(\w+)'/,
    (word) => word === 'true',
  ),
  judge: equal,
};
