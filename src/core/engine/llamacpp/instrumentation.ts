import type { Definition } from '../../generation.ts';
import { findFlag } from './flags.ts';
import { canonicalFlags } from './view.ts';

/** `-lv 4` shows what most flags became; `--metrics` counts requests and drafts. `--slots` is on unless switched off. */
const ADDED: readonly { readonly argv: readonly string[]; readonly unless: readonly string[] }[] = [
  { argv: ['-lv', '4'], unless: ['--verbosity', '--verbose'] },
  { argv: ['--metrics'], unless: ['--metrics'] },
];

/** What is added to see more: only where the command or its environment says nothing of its own. */
export function instrumentation(definition: Definition): {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
} {
  const flags = canonicalFlags(definition.argv);
  const given = (name: string) =>
    flags.some((f) => f.flag === name) || Object.hasOwn(definition.env, findFlag(name)?.env ?? '');
  return { argv: ADDED.filter(({ unless }) => !unless.some(given)).flatMap(({ argv }) => argv), env: {} };
}
