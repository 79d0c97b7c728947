import type { EngineReference, ReadBackEntry } from '../reference.ts';
import { FLAGS } from './flags.ts';
import { RULES } from './rules/index.ts';
import { STATIC_RULES } from './static/index.ts';

const READ_BACK: readonly ReadBackEntry[] = Object.entries(RULES).map(([flag, rule]) => ({
  flag,
  from: rule.from ?? rule.observe.said ?? '',
  rule: rule.says ?? 'equal',
}));

/** What the server never says again. */
const OTHERS: readonly ReadBackEntry[] = FLAGS.filter(
  ({ name, type }) => type !== 'removed' && RULES[name] === undefined,
).map(({ name }) => ({ flag: name, from: 'argv', rule: 'as asked' }));

export const REFERENCE: EngineReference = {
  known_from: '`llama-server --help` of b10434',
  flags: FLAGS,
  rules: STATIC_RULES,
  read_back: [...READ_BACK, ...OTHERS],
  otherwise: 'argv, as the kernel shows it; a variable from the environment of the process.',
};
