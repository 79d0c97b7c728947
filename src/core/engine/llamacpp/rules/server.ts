import type { Observed } from '../../observed.ts';
import { lastMatch } from '../log.ts';
import type { View } from '../view.ts';
import { equal, fromDocument, fromLog, type Rule } from './rule.ts';

/** `--load-mode`: `auto` is resolved before the tensors are read. */
export const loadMode: Rule = {
  observe: fromLog('target', /^load_tensors: .*\(load_mode = ([\w+]+)\)/),
  judge: (wanted, observed) =>
    wanted === 'auto'
      ? { agrees: true, rule: 'forced', note: 'left to the engine' }
      : equal(wanted, observed),
  says: 'equal; auto left to the engine',
};

/** `--mmap`, `--mlock`, `--direct-io`: deprecated names for a part of the load mode. */
function partOfLoadMode(part: string): Rule {
  return {
    observe(view) {
      const mode = loadMode.observe(view);
      return mode === null ? null : { ...mode, value: String(mode.value).split('+').includes(part) };
    },
    judge: equal,
    from: `the load mode in the log, of which it is the part \`${part}\``,
  };
}

/** `--warmup`: shown by the line of the warm-up itself, where the log is detailed enough to have one. */
function observeWarmup(view: View): Observed | null {
  const detailed = lastMatch(view.log.target, /^llama_context: n_ctx +=/) !== null;
  const warmed = lastMatch(view.log.target, /^cmn +common_init_: warming up the model/);
  if (!detailed) return null;
  return {
    value: warmed !== null,
    source: 'log',
    evidence: warmed === null ? 'no warm-up in the log' : 'warm-up in the log',
  };
}

/** `--alias`: a list of names; the server shows the first. */
const alias: Rule = {
  observe: fromDocument('/props', 'model_alias'),
  judge: (wanted, observed) => equal(String(wanted).split(',')[0] ?? '', observed),
  says: 'the first of the names',
};

const checkpoints = /^srv +load_model: context checkpoints enabled, max = (\d+)/;
const spacing = /^srv +load_model: context checkpoints enabled, .*min spacing = (\d+)/;

export const SERVER_RULES: Readonly<Record<string, Rule>> = {
  '--load-mode': loadMode,
  '--mmap': partOfLoadMode('mmap'),
  '--mlock': partOfLoadMode('mlock'),
  '--direct-io': partOfLoadMode('dio'),
  '--warmup': { observe: observeWarmup, judge: equal, from: 'the log: the line of the warm-up itself' },
  '--alias': alias,
  '--model': { observe: fromDocument('/props', 'model_path'), judge: equal },
  '--metrics': { observe: fromDocument('/props', 'endpoint_metrics'), judge: equal },
  '--slots': { observe: fromDocument('/props', 'endpoint_slots'), judge: equal },
  '--props': { observe: fromDocument('/props', 'endpoint_props'), judge: equal },
  '--ctx-checkpoints': { observe: fromLog('load', checkpoints, Number), judge: equal },
  '--checkpoint-min-step': { observe: fromLog('load', spacing, Number), judge: equal },
};
