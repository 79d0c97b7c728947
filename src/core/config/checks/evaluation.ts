import { comparesWithBaseline, compileRequire } from '../../evaluate/require.ts';
import { BUILTIN_SUITES } from '../../evaluate/suite.ts';
import { suggest } from '../did-you-mean.ts';
import type { Draft } from '../draft.ts';
import { atValue, type Finding, type Path } from '../source/finding.ts';

const REQUIRE: Path = ['evaluation', 'require'];

/** The suite, where it is one of ours, and what is required of the answers. What stands in a file is read later. */
export function checkEvaluation({ evaluation, baseline }: Draft): readonly Finding[] {
  if (evaluation === null) return [];
  const { suite, require } = evaluation;
  const unknown = suite.startsWith('builtin:') && !BUILTIN_SUITES.includes(suite);
  return [
    ...(unknown
      ? [atValue(['evaluation', 'suite'], `\`${suite}\` is not built in`, suggest(suite, BUILTIN_SUITES))]
      : []),
    ...(require === undefined ? [] : requireFindings(require, baseline)),
  ];
}

function requireFindings(text: string, baseline: string): readonly Finding[] {
  const compiled = compileRequire(text);
  if (!compiled.ok)
    return compiled.errors.map(({ column, message, remedy }) => ({
      ...atValue(REQUIRE, message, remedy),
      inside: column - 1,
    }));
  if (compiled.condition.names.size === 0)
    return [
      atValue(REQUIRE, 'names nothing of the evaluation', 'write for example "pass_rate >= baseline - 0.05"'),
    ];
  return baseline === 'none' && comparesWithBaseline(compiled.condition)
    ? [atValue(REQUIRE, 'compares with a baseline, and `baseline` is none', 'name a baseline')]
    : [];
}
