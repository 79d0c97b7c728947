import { WORDS } from '../../plan/expression/syntax.ts';
import type { Draft } from '../draft.ts';
import { atKey, atValue, type Finding, type Path } from '../source/finding.ts';

/** Names that mean something else, and names that stand twice. */
export function checkNames(draft: Draft): readonly Finding[] {
  const reserved = (draft.parameterNames ?? [])
    .filter((name) => name === 'name' || WORDS.has(name))
    .map((name) =>
      atKey(
        ['parameters', name],
        `\`${name}\` cannot name a parameter`,
        name === 'name'
          ? 'it names the setting; take another name'
          : 'it is a word of expressions; take another name',
      ),
    );
  const settings = (draft.settings ?? []).map((setting, at) => ({
    name: setting?.name ?? null,
    path: ['settings', at, 'name'],
  }));
  const words = settings
    .filter(({ name }) => name === 'current' || name === 'none')
    .map(({ name, path }) =>
      atValue(path, `\`${name}\` cannot name a setting`, 'it is a word of `baseline`; take another name'),
    );
  const workloads = draft.workloads.map((workload, at) => ({
    name: workload?.name ?? null,
    path: ['workloads', at, 'name'],
  }));
  return [...reserved, ...words, ...repeated(settings, 'setting'), ...repeated(workloads, 'workload')];
}

function repeated(
  named: readonly { readonly name: string | null; readonly path: Path }[],
  what: string,
): readonly Finding[] {
  const seen = new Set<string>();
  return named.flatMap(({ name, path }) => {
    if (name === null) return [];
    const again = seen.has(name);
    seen.add(name);
    return again ? [atValue(path, `a ${what} named \`${name}\` stands above`, 'give it another name')] : [];
  });
}
